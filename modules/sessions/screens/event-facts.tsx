import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { FactsRow } from '#web/ui/data/facts-row.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import type { EventView } from '../contract.ts'
import { isOver, weatherOf } from '../rules.ts'

/** When it is, how long it lasts, in what weather, how many drive, and where its server stands. */
export function EventFacts({ event }: { readonly event: EventView }) {
  const text = useTexts('sessions')
  const format = useFormat()
  const { temperatureC, sky } = weatherOf(event.config.options, event.config.segments.find(({ type }) => type === 'RACE')?.options)
  const weather = [temperatureC === null ? null : `${format.number(temperatureC)} °C`, sky && text(`sky.${sky}`)].filter(Boolean).join(' · ')
  return (
    <FactsRow
      facts={[
        { label: text('event.start'), value: <Time at={event.startsAt} /> },
        { label: text('event.total'), value: format.minutes(event.duration) },
        weather !== '' && { label: text('event.weather'), value: weather },
        {
          label: text(event.driverSwap ? 'event.teamsIn' : 'event.drivers'),
          // nobody registers for a template
          value: event.status === 'RECURRING' ? event.config.seats : `${event.taken} / ${event.config.seats}`,
        },
        // nobody waits for a seat in what is over
        event.waiting > 0 && !isOver(event.status) && { label: text('event.waiting'), value: event.waiting },
        !event.manualSession && {
          label: text('event.server'),
          value: event.hosting === 'AUTOMATIC' ? <RegionName region={event.config.location} /> : text('event.serverElsewhere'),
        },
      ]}
    />
  )
}

/** Where the server stands: the flag of `DE-Frankfurt` and its town. */
export function RegionName({ region }: { readonly region: string }) {
  return (
    <>
      <Flag country={region.slice(0, 2)} plain size="small" /> {region.slice(0, 3) === 'US-' ? region.replace('-', ' ') : region.slice(3)}
    </>
  )
}
