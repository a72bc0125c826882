import type { SessionId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { useTakenOver } from '#web/kit/visit.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import { type BurdenList, burdensContract } from '../contract.ts'
import css from './burdens.module.css'

/** What drivers carry into an event, each in words; nothing where nobody carries anything. It stands last where it is, so that nothing moves. */
export const BurdensCard = ({ sessionId }: { readonly sessionId: SessionId }) => (useTakenOver() ? <Burdens sessionId={sessionId} /> : null)

function Burdens({ sessionId }: { readonly sessionId: SessionId }) {
  const isSignedIn = useMe() !== null
  const call = (isSignedIn ? burdensContract.burdens : burdensContract.publicBurdens) as typeof burdensContract.publicBurdens
  const drivers = useAsk(call, { sessionId }).data?.drivers ?? []
  return drivers.length > 0 && <Listed drivers={drivers} />
}

/** Its words are asked for where there is something to say. */
function Listed({ drivers }: { readonly drivers: BurdenList['drivers'] }) {
  const text = useTexts('burdens')
  return (
    <Card>
      <section className={css.card} aria-label={text('title')}>
        <h2 className={css.title}>{text('title')}</h2>
        <ul className={css.list}>
          {drivers.map(({ driverId, name, country, rating, burdens }, at) => (
            <li key={driverId ?? `former ${at + 1}`}>
              <b>
                <Flag country={country} plain size="small" /> {name ?? text('noName')} <RatingBadges rating={rating} />
              </b>
              <span>{burdens.map(({ kind, amount }) => text(`kind.${kind}`, { amount: amount ?? 0 })).join(' · ')}</span>
            </li>
          ))}
        </ul>
      </section>
    </Card>
  )
}
