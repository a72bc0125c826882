import type { LeagueId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useGo } from '#web/kit/navigation.ts'
import { useMe } from '#web/kit/me.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { StartTime } from '#web/ui/data/time.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { roundsContract } from '../contract.ts'
import css from './rounds.module.css'
import { SummaryTable } from './summary-table.tsx'
import { STATUS_TONES } from './words.ts'

/** The rounds of a community's special event, one behind the other; its admins begin one here. */
export function RoundList({ leagueId, mayCreate }: { readonly leagueId: LeagueId; readonly mayCreate: boolean }) {
  const text = useTexts('rounds-page')
  const signedIn = useMe() !== null
  const go = useGo()
  const call = (signedIn ? roundsContract.roundsOfLeague : roundsContract.publicRoundsOfLeague) as typeof roundsContract.publicRoundsOfLeague
  const add = useSend(roundsContract.AddRound, { said: text('said.added'), onDone: ({ aggregateId }) => go(`/rounds/${aggregateId}`) })
  const found = useAsk(call, { leagueId }).data
  if (!found) return <Skeleton rows={3} height={72} />
  const create = mayCreate && (
    <Button icon={<Icon name="plus" size={16} />} busy={add.isSending} onClick={() => void add.send({ leagueId }, {})}>
      {text('list.add')}
    </Button>
  )
  if (found.rounds.length === 0)
    return (
      <EmptyState heading="h2" title={text('list.none')} action={create}>
        {text('list.noneWords')}
      </EmptyState>
    )
  return (
    <>
      {create && <div className={css.buttons}>{create}</div>}
      <ol className={css.list}>
        {found.rounds.map((round) => (
          <li key={round.id} className={css.row}>
            <span className={css.no}>{round.shortName}</span>
            <span className={css.grow}>
              <Link to={`/rounds/${round.id}`}>
                <b>{round.name}</b>
              </Link>
              <span className={css.quiet}>
                {' '}
                {text('list.events', { count: round.sessions.length })}
                {round.invitedOnly && ` · ${text('list.drivers', { count: round.drivers })}`}
              </span>
            </span>
            <StartTime at={round.startDate} short />
            <Chip tone={STATUS_TONES[round.status]}>{text(`state.${round.status}`)}</Chip>
          </li>
        ))}
      </ol>
      {signedIn && <SummaryTable leagueId={leagueId} />}
    </>
  )
}
