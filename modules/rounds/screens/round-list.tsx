import type { LeagueId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useGo } from '#web/kit/navigation.ts'
import { useMe } from '#web/kit/me.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Row, Rows, SingleRow, Under } from '#web/ui/layout/rows.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { roundsContract } from '../contract.ts'
import type { RoundView } from '../contract/shapes.ts'
import css from './rounds.module.css'
import { SummaryTable } from './summary-table.tsx'
import { mayDrive, STATUS_TONES } from './words.ts'

type Props = { readonly leagueId: LeagueId; readonly mayCreate: boolean }

/** Beside a community's seasons: the way to its special event, where there is one, or somebody who may begin it. */
export function RoundsBeside({ leagueId, mayCreate }: Props) {
  const text = useTexts('rounds-page')
  const rounds = useRounds(leagueId)
  if (!rounds || (rounds.length === 0 && !mayCreate)) return null
  return (
    <Section title={text('list.title')}>
      <SingleRow name={rounds.length === 0 ? text('list.noneWords') : rounds.map(({ name }) => name).join(' → ')}>
        <ButtonLink to={`/special-events/${leagueId}`}>{text('list.open')}</ButtonLink>
      </SingleRow>
    </Section>
  )
}

function useRounds(leagueId: LeagueId): readonly RoundView[] | undefined {
  const signedIn = useMe() !== null
  const call = (signedIn ? roundsContract.roundsOfLeague : roundsContract.publicRoundsOfLeague) as typeof roundsContract.publicRoundsOfLeague
  return useAsk(call, { leagueId }).data?.rounds
}

/** The rounds of a community's special event, one behind the other; its admins begin one here. */
export function RoundList({ leagueId, mayCreate }: Props) {
  const text = useTexts('rounds-page')
  const signedIn = useMe() !== null
  const go = useGo()
  const add = useSend(roundsContract.AddRound, { said: text('said.added'), onDone: ({ aggregateId }) => go(`/rounds/${aggregateId}`) })
  const rounds = useRounds(leagueId)
  if (!rounds) return <Skeleton rows={3} height={72} />
  const create = mayCreate && (
    <Button icon={<Icon name="plus" size={16} />} busy={add.isSending} onClick={() => void add.send({ leagueId }, {})}>
      {text('list.add')}
    </Button>
  )
  if (rounds.length === 0)
    return (
      <EmptyState heading="h2" title={text('list.none')} action={create}>
        {text('list.noneWords')}
      </EmptyState>
    )
  return (
    <>
      {create && <div className={css.buttons}>{create}</div>}
      <Rows>
        {rounds.map((round) => (
          <Row
            key={round.id}
            no={round.shortName}
            name={
              <>
                <Link to={`/rounds/${round.id}`}>
                  <b>{round.name}</b>
                </Link>
                <Under>
                  {text('list.events', { count: round.sessions.length })}
                  {round.invitedOnly && ` · ${text('list.drivers', { count: round.drivers })}`}
                </Under>
              </>
            }
          >
            {mayDrive(round) && <Chip tone="good">{text('for.you')}</Chip>}
            <Time at={round.startDate} />
            <Chip tone={STATUS_TONES[round.status]}>{text(`state.${round.status}`)}</Chip>
          </Row>
        ))}
      </Rows>
      {signedIn && <SummaryTable leagueId={leagueId} />}
    </>
  )
}
