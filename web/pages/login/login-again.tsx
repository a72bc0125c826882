import { useCallback, useEffect, useState } from 'react'
import { accountsContract, type MeView } from '#modules/accounts/contract.ts'
import { call, callAsIs, isRefusal } from '#web/kit/http.ts'
import { endAsking, expectedUser, onLoginElsewhere } from '#web/kit/login/again.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DONE_AT, LoginWays } from './ways.tsx'

/**
 * The login has ended while somebody was at work: they log in here, over the page as it stands, and what was refused is sent again. Steam opens
 * a window of its own, since the page behind this keeps what no address and no draft could hold; whichever page logs in tells this one.
 */
export function LoginAgain() {
  const text = useTexts('web')
  const me = useMe()
  const [other, setOther] = useState<MeView | null>(null)
  const look = useCallback(async () => {
    const now = (await callAsIs(accountsContract.me.path).catch((fault: unknown) => {
      if (isRefusal(fault)) return null
      throw fault
    })) as MeView | null
    if (now && now.id === expectedUser()) endAsking('same')
    else setOther(now)
  }, [])
  useEffect(() => {
    const looked = (): void => void (document.hidden || look())
    const end = onLoginElsewhere(() => void look())
    document.addEventListener('visibilitychange', looked)
    // perhaps somebody has logged in on another page already
    looked()
    return () => {
      end()
      document.removeEventListener('visibilitychange', looked)
    }
  }, [look])
  const signOut = async (): Promise<void> => {
    await call('/auth/sign-out', { method: 'POST', body: '{}' })
    setOther(null)
  }
  if (other) {
    return (
      <Dialog
        title={text('login.otherTitle', { name: other.name })}
        size="small"
        onClose={() => endAsking('other')}
        actions={
          <>
            <Button onClick={() => void signOut()}>{text('login.asBefore', { name: me?.name ?? '' })}</Button>
            <Button look="primary" onClick={() => location.reload()}>
              {text('login.asOther', { name: other.name })}
            </Button>
          </>
        }
      >
        <p>{text('login.otherWords', { name: other.name, before: me?.name ?? '' })}</p>
      </Dialog>
    )
  }
  return (
    <Dialog title={text('login.againTitle')} onClose={() => endAsking('no')}>
      <p>{text('login.againWords', { name: me?.name ?? '' })}</p>
      <LoginWays steamReturnTo={DONE_AT} inWindow onIn={() => void look()} />
    </Dialog>
  )
}
