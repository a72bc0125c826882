import type { ReactNode } from 'react'
import { useNow } from '#web/kit/clock.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { CountdownText } from '#web/ui/data/countdown.tsx'
import { Ago, Time } from '#web/ui/data/time.tsx'
import type { LiveView } from '../../contract.ts'
import css from './live.module.css'
import { liveState } from './live-state.ts'

/** The race as it is: the segment, the time left in the biggest type, who leads, and how old that word is. */
export function LiveHead(props: { readonly live: LiveView | null; readonly seats: number; readonly leader: ReactNode }) {
  const { live, seats, leader } = props
  const text = useTexts('hosting')
  const format = useFormat()
  const now = useNow(1000)
  const { last, drivers } = live ?? { last: null, drivers: null }
  const state = last && liveState(last, now)
  return (
    <section className={css.live} aria-label={text('live.title')}>
      <div className={css.head} role="status">
        <p className={css.segment}>{last && !state?.isSilent ? text(`live.${last.type}`) : text('live.on')}</p>
        {last && state?.left && !last.isOver && (
          <p className={css.left}>
            {'clock' in state.left ? (
              <CountdownText to={now + state.left.clock} />
            ) : (
              <b>{state.left.minutes > 0 ? text('live.minutes', { time: format.minutes(state.left.minutes) }) : text('live.lastMinute')}</b>
            )}
            {'clock' in state.left && <span>{text('live.left')}</span>}
          </p>
        )}
        {last?.isOver && !state?.isSilent && <p className={css.left}>{text('live.over')}</p>}
      </div>
      <dl className={css.facts}>
        {leader && !state?.isSilent && leader}
        {drivers !== null && (
          <div>
            <dt>{text('live.drivers')}</dt>
            <dd>{text('live.driversOf', { count: drivers, of: seats })}</dd>
          </div>
        )}
      </dl>
      {last && state && (
        <p className={css.age} data-silent={state.isSilent || undefined}>
          {state.isSilent ? (
            <>
              {text('live.silent')} <Time at={last.at} form="time" /> (<Ago at={last.at} />)
            </>
          ) : (
            text('live.updated', { seconds: state.ageS })
          )}
        </p>
      )}
    </section>
  )
}
