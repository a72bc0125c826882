import { useState, type ReactNode } from 'react'
import { useMe } from '#web/kit/me.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { CheckField } from '#web/ui/form/switch-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { membersContract, type LeagueOfUser } from '../contract.ts'
import css from './members.module.css'

/** New terms, put before a member. */
export function ConsentDialog(props: { readonly league: LeagueOfUser; readonly terms: ReactNode; readonly onClose: () => void }) {
  const text = useTexts('members')
  const me = useMe()
  const { league } = props
  const [isTicked, setTicked] = useState(false)
  const consent = useSend(membersContract.SubmitConsent, { said: text('enter.accepted'), onDone: props.onClose })
  return (
    <Dialog
      title={text('enter.newTerms', { name: league.name })}
      size="small"
      onClose={props.onClose}
      actions={
        <Button
          look="primary"
          disabled={!isTicked || !me}
          busy={consent.isSending}
          onClick={() => me && void consent.send({ userId: me.id }, { id: league.id, v: league.v })}
        >
          {text('enter.accept')}
        </Button>
      }
    >
      <div className={css.terms}>{props.terms}</div>
      <CheckField label={text('enter.accept')} value={isTicked} onChange={setTicked} />
    </Dialog>
  )
}
