import { useState, type ReactNode } from 'react'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useSend } from '#web/kit/send.ts'
import { type Text, useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { StickyAction } from '#web/ui/layout/sticky-action.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { membersContract, type LeagueOfUser } from '../contract.ts'
import { BanNotice } from './ban-notice.tsx'
import css from './members.module.css'
import { needsDialog, useEnter } from './use-enter.ts'

const EnterDialog = lazyPart(() => import('./enter-dialog.tsx'), 'EnterDialog')
// terms change seldom: nobody loads it for a look at the page
const ConsentDialog = lazyPart(() => import('./consent-dialog.tsx'), 'ConsentDialog')

type Props = { readonly league: LeagueOfUser; readonly terms: ReactNode }

/** The one thing to do next in a community: join, apply, wait, accept the new terms, or nothing. */
export function NextAction({ league, terms }: Props) {
  const text = useTexts('members')
  const [dialog, setDialog] = useState<'enter' | 'consent' | 'leave' | null>(null)
  const close = (): void => setDialog(null)
  const enter = useEnter(league)
  const at = { id: league.id, v: league.v }
  const leave = useSend(membersContract.LeaveLeague, { said: text('leave.done', { name: league.name }), onDone: close })
  if (league.ban) return <BanNotice ban={league.ban} />
  const isWayIn = league.may.join || league.may.apply
  const begin = (): void => (needsDialog(league) ? setDialog('enter') : void enter.send({}))
  return (
    <>
      {isWayIn && (
        <StickyAction>
          <Button look="primary" busy={enter.isSending && dialog === null} onClick={begin}>
            {text(league.may.join ? 'action.join' : 'action.apply')}
          </Button>
        </StickyAction>
      )}
      {league.may.withdraw && <Pending league={league} />}
      {league.application?.status === 'DECLINED' && league.may.apply && <p className={css.quiet}>{declined(league, text)}</p>}
      {league.may.consent && (
        <StickyAction>
          <Button look="primary" onClick={() => setDialog('consent')}>
            {text('action.consent')}
          </Button>
        </StickyAction>
      )}
      {league.role && (
        <div className={css.line}>
          <span className={css.quiet}>{text(`you.${league.role}`)}</span>
          {league.may.leave && (
            <Button look="ghost" size="small" onClick={() => setDialog('leave')}>
              {text('action.leave')}
            </Button>
          )}
        </div>
      )}
      {dialog === 'enter' && isWayIn && <EnterDialog league={league} terms={terms} enter={enter} onClose={close} />}
      {dialog === 'consent' && league.may.consent && <ConsentDialog league={league} terms={terms} onClose={close} />}
      {dialog === 'leave' && (
        <ConfirmDialog
          title={text('leave.title', { name: league.name })}
          confirm={text('action.leave')}
          busy={leave.isSending}
          onConfirm={() => void leave.send({}, at)}
          onClose={close}
        >
          {text(league.summaryData.directJoin ? 'leave.words' : 'leave.wordsApply')}
        </ConfirmDialog>
      )}
    </>
  )
}

const declined = ({ application }: LeagueOfUser, text: Text<'members'>): string =>
  application?.reason ? text('application.declinedWhy', { reason: application.reason }) : text('application.declined')

function Pending({ league }: { readonly league: LeagueOfUser }) {
  const text = useTexts('members')
  const withdraw = useSend(membersContract.WithdrawApplication, { said: text('application.withdrawn') })
  const { id, v } = league.application!
  return (
    <div className={css.line}>
      <span>{text('application.pending')}</span>
      <Button size="small" busy={withdraw.isSending} onClick={() => void withdraw.send({}, { id, v })}>
        {text('action.withdraw')}
      </Button>
    </div>
  )
}
