import type { ComponentType } from 'react'
import { LICENCES } from '#modules/ranking/rules/licence.ts'
import type { OutcomeOf } from '#modules/results/contract/past.ts'
import { isOver } from '#modules/sessions/rules.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Row, Rows, Under } from '#web/ui/layout/rows.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { TrackTile } from '#web/ui/mark/track-tile.tsx'
import { Provisional } from '#web/ui/mark/provisional.tsx'
import type { RoundSession, RoundView } from '../contract/shapes.ts'

const EventOrders = lazyPart(() => import('./event-orders.tsx'), 'EventOrders')
const RoundEventAdder = lazyPart(() => import('./round-event-adder.tsx'), 'RoundEventAdder')

/** The events of a round in their order; whoever may drive one sees it, an admin orders, clones and takes in. */
export function RoundEvents(props: {
  readonly round: RoundView
  /** How one that is over went. */
  readonly Outcome: ComponentType<OutcomeOf>
}) {
  const { round, Outcome } = props
  const text = useTexts('rounds-page')
  return (
    <>
      {round.sessions.length === 0 && (
        <EmptyState heading="h2" title={text('events.none')}>
          {text('events.noneWords')}
        </EmptyState>
      )}
      <Rows>
        {round.sessions.map((one, at) => (
          <Row
            key={one.id}
            no={at + 1}
            picture={<TrackTile name={one.trackName} outline={one.outline} />}
            name={
              <>
                <Link to={`/events/${one.id}`}>
                  <b>{one.name}</b>
                </Link>
                <Under>
                  <Flag country={one.country} plain size="small" /> {one.trackName}
                  {!isOver(one.status) && ` · ${text('events.taken', { taken: one.taken, seats: one.maxEntries })}`}
                </Under>
                {one.status === 'ENDED' && (
                  <Under>
                    <Outcome of={round} id={one.id} />
                  </Under>
                )}
              </>
            }
          >
            <Provisional said={one.confirmation} />
            {!isOver(one.status) && <Licences of={one.eligibleLicenses} />}
            {one.eligibleToJoin && <Chip tone="good">{text('events.open')}</Chip>}
            {one.status === 'DRAFT' && <Chip>{text('events.draft')}</Chip>}
            <Time at={one.startsAt} />
            {round.may.edit && <EventOrders round={round} one={one} at={at} />}
          </Row>
        ))}
      </Rows>
      {round.may.edit && <RoundEventAdder round={round} />}
    </>
  )
}

/** The licences that may drive, where not all may: those from one upwards. */
function Licences({ of }: { readonly of: RoundSession['eligibleLicenses'] }) {
  const text = useTexts('sessions-conditions')
  const web = useTexts('web')
  const [least] = of
  return least === undefined || of.length === LICENCES.length ? null : (
    <Chip tone="quiet">
      <span className="unseen">{text('name.license')}: </span>
      {text('bound.license', { licence: web(`ui.licence.${least}`) })}
    </Chip>
  )
}
