import { useState } from 'react'
import type { UserId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useLive } from '#web/kit/live.ts'
import { useMe } from '#web/kit/me.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { NumberPlate } from '#web/ui/mark/number-plate.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { entriesContract, type EntryList } from '../../contract.ts'
import { teamsContract } from '../../contract/teams.ts'
import { driversIn } from '../entry-list.ts'
import { TeamDrivers } from './team-drivers.tsx'
import { TeamRulesLine } from './team-rules-line.tsx'
import css from './team.module.css'
import tab from '../entries.module.css'

type Mine = NonNullable<EntryList['mine']>
const EntryDialog = lazyPart(() => import('../entry-dialog.tsx'), 'EntryDialog')
const CancelDialog = lazyPart(() => import('../cancel-dialog.tsx'), 'CancelDialog')
const TeamSettings = lazyPart(() => import('./team-settings.tsx'), 'TeamSettings', <Skeleton rows={3} height={44} />)

/** The reader's own team: who drives, and what its manager decides. */
export function MyTeamTab({ sessionId }: { readonly sessionId: EntryList['sessionId'] }) {
  const text = useTexts('entries')
  useLive([`session:${sessionId}`])
  const { data: list } = useAsk(entriesContract.entryList, { refId: sessionId })
  if (!list) return <Skeleton rows={6} height={52} />
  if (list.mine?.participant.type !== 'TEAM') return <EmptyState title={text('team.none')}>{text('team.noneWords')}</EmptyState>
  return <MyTeam list={list} mine={list.mine} />
}

type Doing = 'car' | 'cancel' | 'leave' | { readonly what: 'assign' | 'remove'; readonly id: string; readonly name: string }

function MyTeam({ list, mine }: { readonly list: EntryList; readonly mine: Mine }) {
  const text = useTexts('entries')
  const me = useMe()
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => setDoing(null)
  const { may, teamRules } = list
  const memberActions = ({ id, name }: { readonly id: string; readonly name: string | null }) =>
    may.manageTeam &&
    id !== me?.id && (
      <>
        <Button size="small" onClick={() => setDoing({ what: 'assign', id, name: name ?? '' })}>
          {text('team.assign.button')}
        </Button>
        <Button size="small" look="ghost" onClick={() => setDoing({ what: 'remove', id, name: name ?? '' })}>
          {text('team.remove.button')}
        </Button>
      </>
    )
  const missing = (teamRules?.minDriversCount ?? 1) - driversIn(mine)
  return (
    <div className={tab.tab}>
      <div className={css.head}>
        <NumberPlate number={mine.raceNumber} />
        <h2>{mine.participant.name}</h2>
        <span>{mine.car.name}</span>
        <Chip tone={mine.status === 'ACTIVE' ? 'good' : 'warn'}>
          {mine.status === 'ACTIVE' ? text('place.in') : text('state.waits', { place: mine.place ?? '' })}
        </Chip>
      </div>
      {teamRules && <TeamRulesLine rules={teamRules} />}
      {missing > 0 && (
        <p className={tab.note} role="status">
          {text('team.missing', { count: missing })}
        </p>
      )}
      <div className={css.columns}>
        <Card className={css.block}>
          <h3>{text('team.driversHead')}</h3>
          <TeamDrivers entry={mine} actions={memberActions} />
          <div className={css.actions}>
            {may.changeSkin && <Button onClick={() => setDoing('car')}>{text(may.changeRaceNumber ? 'next.change' : 'next.changeCar')}</Button>}
            {may.cancel && (
              <Button look="ghost" onClick={() => setDoing('cancel')}>
                {text('team.cancel')}
              </Button>
            )}
            {may.leaveTeam && <Button onClick={() => setDoing('leave')}>{text('team.leave.button')}</Button>}
          </div>
        </Card>
        {may.manageTeam && <TeamSettings list={list} mine={mine} />}
      </div>
      {doing === 'car' && <EntryDialog list={list} entry={mine} onClose={close} />}
      {doing === 'cancel' && <CancelDialog list={list} onClose={close} />}
      {doing === 'leave' && <LeaveDialog list={list} mine={mine} onClose={close} />}
      {doing !== null && typeof doing === 'object' && <MemberDialog list={list} mine={mine} doing={doing} onClose={close} />}
    </div>
  )
}

type Asked = { readonly list: EntryList; readonly mine: Mine; readonly onClose: () => void }

function LeaveDialog({ list, mine, onClose }: Asked) {
  const text = useTexts('entries')
  const leave = useSend(teamsContract.LeaveTeam, { said: text('team.said.left'), onDone: onClose })
  return (
    <ConfirmDialog
      title={text('team.leave.title', { name: mine.participant.name ?? '' })}
      confirm={text('team.leave.button')}
      busy={leave.isSending}
      onConfirm={() => void leave.send({ entryId: mine.id }, { refId: list.sessionId, v: mine.v })}
      onClose={onClose}
    >
      <p>{text('team.leave.words')}</p>
    </ConfirmDialog>
  )
}

/** Hands the team over to another driver, or takes one out. */
function MemberDialog(props: Asked & { readonly doing: Exclude<Doing, string> }) {
  const { list, mine, doing, onClose } = props
  const { what, id, name } = doing
  const text = useTexts('entries')
  const said = { said: text(`team.said.${what}`, { name }), onDone: onClose }
  const assign = useSend(teamsContract.AssignManager, said)
  const remove = useSend(teamsContract.RemoveTeamMember, said)
  const send = () =>
    void (what === 'assign' ? assign : remove).send({ entryId: mine.id, driverId: id as UserId }, { refId: list.sessionId, v: mine.v })
  return (
    <ConfirmDialog
      title={text(`team.${what}.title`, { name })}
      confirm={text(`team.${what}.button`)}
      busy={assign.isSending || remove.isSending}
      onConfirm={send}
      onClose={onClose}
    >
      <p>{text(`team.${what}.words`)}</p>
    </ConfirmDialog>
  )
}
