import type { ReactNode } from 'react'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import type { CareerView } from '../contract.ts'
import css from './profile.module.css'

/** A career in the numbers people quote, each with what it is of; of who never started nothing. */
export function Totals({ career: { totals, noShows } }: { readonly career: CareerView }) {
  const text = useTexts('profile')
  const format = useFormat()
  const { starts, wins, podiums, poles, qualifyings, fastestLaps, finished, dnfs, incidents, since } = totals
  if (starts === 0 && noShows.of === 0) return null
  const share = (of: number): string => (starts > 0 ? format.percent(of / starts) : '')
  return (
    <dl className={css.totals} aria-label={text('totals.label')}>
      <Total name={text('totals.starts', { count: starts })} of={since && text('totals.since', { date: format.date(since, 'dateYear') })}>
        {format.number(starts)}
      </Total>
      <Total name={text('totals.wins', { count: wins })} of={share(wins)}>
        {format.number(wins)}
      </Total>
      <Total name={text('totals.podiums', { count: podiums })} of={share(podiums)}>
        {format.number(podiums)}
      </Total>
      {qualifyings > 0 && (
        <Total name={text('totals.poles', { count: poles })} of={text('totals.polesOf', { count: qualifyings })}>
          {format.number(poles)}
        </Total>
      )}
      <Total name={text('totals.fastest', { count: fastestLaps })} of={text('totals.fastestOf')}>
        {format.number(fastestLaps)}
      </Total>
      <Total name={text('totals.finish')} of={text('totals.dnfs', { count: dnfs })}>
        {starts > 0 ? format.percent(finished / starts) : '–'}
      </Total>
      {incidents.races > 0 ? (
        <Total name={text('totals.incidents')} of={text('totals.measured', { count: incidents.races })}>
          {format.number(incidents.sum / incidents.races, 1)}
        </Total>
      ) : (
        <Total name={text('totals.incidents')} of={text('totals.unmeasuredWords')} isWords>
          {text('totals.unmeasured')}
        </Total>
      )}
      <Total name={text('totals.noShows', { count: noShows.count })} of={text('totals.noShowsOf', { count: noShows.of })}>
        {format.number(noShows.count)}
      </Total>
    </dl>
  )
}

const Total = (props: { readonly name: string; readonly of: ReactNode; readonly isWords?: boolean; readonly children: ReactNode }) => (
  <div className={css.total}>
    <dt>
      {props.name} <small suppressHydrationWarning>{props.of}</small>
    </dt>
    <dd className={props.isWords ? css.totalWords : undefined}>{props.children}</dd>
  </div>
)
