import type { LeagueId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useLive } from '#web/kit/live.ts'
import { useGo, useHash } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import { protestsContract as calls } from '#modules/protests/contract.ts'
import { DeskCase } from './desk-case.tsx'
import { DeskQueue } from './desk-queue.tsx'
import { PenaltyPool } from './penalty-pool.tsx'
import css from '../protests.module.css'
import { Decisions } from '../league/decisions.tsx'

const PARTS = ['queue', 'decided', 'pool'] as const

type Props = { readonly leagueId: LeagueId }

/** Where stewards work: what waits, the oldest first, one case in full beside it, what was decided, and the penalties that are due. */
export function Desk({ leagueId }: Props) {
  const text = useTexts('protests')
  const go = useGo()
  const shown = useHash()
  const part = PARTS.find((one) => one === shown) ?? 'queue'
  const asked = useAsk(calls.queue, { leagueId }, { keepLast: true })
  const league = useAsk(leaguesContract.publicLeague, { id: leagueId }).data
  useLive([`league:${leagueId}`])
  if (asked.isError)
    return (
      <Page>
        <EmptyState
          heading="h1"
          title={text('desk.notYours')}
          action={<ButtonLink to={`/communities/${leagueId}#protests`}>{text('desk.back')}</ButtonLink>}
        >
          {text('desk.notYoursWords')}
        </EmptyState>
      </Page>
    )
  if (!asked.data)
    return (
      <Page title={text('desk.title')}>
        <Skeleton rows={8} height={56} />
      </Page>
    )
  const { cases, hidden, behind, decided, due } = asked.data
  // one that has just been decided goes; the next that waits for this steward comes
  const open = cases.find(({ id }) => id === shown) ?? cases.find(({ may }) => may.review) ?? cases[0]
  const show = (id: string) => go(`/communities/${leagueId}/stewards#${id}`, { replace: true })
  const at = cases.findIndex(({ id }) => id === open?.id)
  const step = (by: number) => {
    const next = cases[at + by]
    if (next) show(next.id)
  }
  return (
    <Page
      title={text('desk.title')}
      actions={
        <ChipChoice
          label={text('desk.title')}
          value={part}
          onChange={(next) => void show(next)}
          choices={[
            { value: 'queue', label: text('desk.toDecide'), count: cases.length + behind },
            { value: 'decided', label: text('desk.decided'), count: decided },
            { value: 'pool', label: text('desk.pool'), count: due },
          ]}
        />
      }
    >
      <p className={css.crumb}>
        <Link to={`/communities/${leagueId}#protests`}>{league?.name ?? text('desk.back')}</Link>
      </p>
      {part === 'pool' && <PenaltyPool leagueId={leagueId} />}
      {part === 'decided' && <Decisions leagueId={leagueId} isSignedIn withCases />}
      {part === 'queue' && (
        <div className={css.desk}>
          <DeskQueue cases={cases} hidden={hidden} behind={behind} open={open?.id} onOpen={show} />
          {open ? (
            <DeskCase
              key={`${open.id} ${open.status === 'APPEALED'}`}
              report={open}
              place={at + 1}
              count={cases.length}
              previous={cases[at - 1]}
              next={cases[at + 1]}
              // on a phone it stands below the queue
              isChosen={open.id === shown}
              onStep={step}
            />
          ) : (
            <NothingToDo />
          )}
        </div>
      )}
    </Page>
  )
}

function NothingToDo() {
  const text = useTexts('protests')
  return (
    <EmptyState heading="h2" title={text('desk.none')}>
      {text('desk.noneWords')}
    </EmptyState>
  )
}
