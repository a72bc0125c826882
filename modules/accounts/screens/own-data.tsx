import { useState } from 'react'
import { accountsContract, type MeView } from '#modules/accounts/contract.ts'
import { useAskNow } from '#web/kit/ask.ts'
import { isRefusal } from '#web/kit/http.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import css from './accounts.module.css'

/** Taking everything along, and going for good. */
export function OwnData({ me, onRemoved }: { readonly me: MeView; readonly onRemoved: () => void }) {
  const text = useTexts('accounts')
  return (
    <>
      <Section title={text('data.exportTitle')}>
        <Card className={css.stack}>
          <p className={css.words}>
            {text('data.exportWords')} <Link to="/privacy">{text('data.policy')}</Link>
          </p>
          <Export me={me} />
        </Card>
      </Section>
      <Section title={text('data.removeTitle')}>
        <Removal me={me} onRemoved={onRemoved} />
      </Section>
    </>
  )
}

function Export({ me }: { readonly me: MeView }) {
  const text = useTexts('accounts')
  const askNow = useAskNow()
  const [isBusy, setBusy] = useState(false)
  const take = async (): Promise<void> => {
    setBusy(true)
    try {
      const data = await askNow(accountsContract.exportData, { id: me.id })
      keepAsFile(`paddock-${new Date().toISOString().slice(0, 10)}.json`, JSON.stringify(data, null, 2))
    } catch (fault) {
      toast({ tone: 'bad', refusal: isRefusal(fault) ? fault : undefined })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <Button busy={isBusy} onClick={() => void take()}>
        {text('data.export')}
      </Button>
    </div>
  )
}

function keepAsFile(name: string, json: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

function Removal({ me, onRemoved }: { readonly me: MeView; readonly onRemoved: () => void }) {
  const text = useTexts('accounts')
  const [isAsking, setAsking] = useState(false)
  const remove = useSend(accountsContract.RemoveUser, { refresh: false, handles: ['OWNER_CANNOT_LEAVE'], onDone: onRemoved })
  return (
    <Card className={css.stack}>
      <p className={css.words}>{text('data.removeWords')}</p>
      <div>
        <Button look="danger" onClick={() => setAsking(true)}>
          {text('data.remove')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={text('data.removeSure')}
          confirm={text('data.removeForGood')}
          typed={me.name}
          busy={remove.isSending}
          onConfirm={() => void remove.send({}, { id: me.id, v: me.v })}
          onClose={() => {
            setAsking(false)
            remove.reset()
          }}
        >
          <p className={css.words}>{text('data.removeEnd')}</p>
          {remove.refusal && (
            <p role="alert" className={css.refused}>
              {remove.refusal.message}
            </p>
          )}
        </ConfirmDialog>
      )}
    </Card>
  )
}
