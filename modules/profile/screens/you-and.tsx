import type { UserId } from '#core/ids.ts'
import { formatGap } from '#core/lap-time.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { profileContract, type InRaceView } from '../contract.ts'
import { comparePath } from './compare-button.tsx'
import css from './you-and.module.css'

const ofRace = ({ status, position }: InRaceView): string => (status === 'FINISHED' ? `P${position}` : status)

/** How the reader did against this driver; as high from the first as it will be. */
export function YouAnd({ id, name }: { readonly id: UserId; readonly name: string }) {
  const text = useTexts('profile')
  const me = useMe()
  const { data } = useAsk(profileContract.compare, { id: me?.id ?? id, other: id, limit: 1, offset: 0 }, { when: me !== null && me.id !== id })
  if (!me || me.id === id) return null
  const { together, races } = data ?? {}
  const last = races?.[0]
  const { first = 0, second = 0 } = together?.ahead ?? {}
  return (
    <Section
      title={text('you.title', { name })}
      aside={together && together.races > 0 && <span className={css.quiet}>{text('compare.racesTogether', { count: together.races })}</span>}
    >
      <Link to={comparePath(me.id, id)} className={css.card} aria-label={data ? undefined : text('you.title', { name })}>
        {together && !last && (
          <>
            <b>{text('compare.never')}</b>
            <span className={css.quiet}>{text('compare.neverWords')}</span>
          </>
        )}
        {last && (
          <>
            <b>{text('you.ahead', { name, theirs: second, yours: first })}</b>
            <span className={css.quiet}>
              {together!.medianGapMs !== null && <>{text('you.gap', { gap: formatGap(together!.medianGapMs) })} · </>}
              {text('you.last', { track: last.track.name, yours: ofRace(last.first), name, theirs: ofRace(last.second) })}
            </span>
            <span className={css.bars} aria-hidden="true">
              <i style={{ flexGrow: second }} />
              <i style={{ flexGrow: first }} />
            </span>
          </>
        )}
      </Link>
    </Section>
  )
}
