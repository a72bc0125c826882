import { formatDuration } from '#core/duration.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Icon, type IconName } from '#web/ui/action/icon.tsx'
import { Time } from '#web/ui/data/time.tsx'
import type { EventView } from '../../contract.ts'
import { plannedMinutes, type Sky } from '../../rules.ts'
import { segmentTimes } from '../../rules/segment-times.ts'
import { segmentWeather } from '../../rules/segment-weather.ts'
import { lengthOf } from '../plan-strip.tsx'
import { segmentName } from '../segment-name.ts'
import css from './segment-cards.module.css'

const SKY_ICONS: Readonly<Record<Sky, IconName>> = {
  clear: 'sun',
  few: 'sun',
  scattered: 'cloud',
  overcast: 'cloud',
  fog: 'cloud',
  rain: 'rain',
  heavyRain: 'rain',
}

/** What comes, a card each as wide as it lasts: when by the reader's clock, how long, and in what weather. */
export function SegmentCards({ event }: { readonly event: Pick<EventView, 'config' | 'track' | 'startsAt'> }) {
  const text = useTexts('sessions')
  const more = useTexts('sessions-page')
  const format = useFormat()
  const { segments, options } = event.config
  const times = segmentTimes(Date.parse(event.startsAt), segments)
  const cards = segments.map((segment, index) => ({ key: `${segment.type}${index}`, segment, time: times[index] }))
  return (
    <ol className={css.cards} aria-label={text('segment.strip')}>
      {cards.map(({ key, segment, time }, index) => {
        const { temperatureC, sky, rainPercent, hour } = segmentWeather(options, segment.options)
        const { fromMs, untilMs } = time ?? { fromMs: null, untilMs: null }
        const words = [sky && text(`sky.${sky}`), hour !== null && more('segment.inGame', { time: clockOf(hour) })].filter(Boolean).join(', ')
        return (
          <li
            key={key}
            className={css.card}
            data-race={segment.type === 'RACE' || undefined}
            style={{ flexGrow: plannedMinutes(segment, event.track.lengthM) }}
          >
            <p className={css.head}>
              <strong>{segmentName(text, segments, index)}</strong> <span>{lengthOf(text, segment)}</span>
              {fromMs !== null && (
                <b>
                  <Time at={fromMs} form="time" zone={false} />
                  {untilMs !== null && segment.type === 'RACE' && (
                    <>
                      {' – '}
                      <Time at={untilMs} form="time" zone={false} />
                    </>
                  )}
                </b>
              )}
            </p>
            {(words !== '' || temperatureC !== null || rainPercent !== null) && (
              <p className={css.weather}>
                {sky && <Icon name={SKY_ICONS[sky]} size={24} />}
                <span className={css.what}>
                  {temperatureC !== null && <b>{format.number(temperatureC)} °C</b>}
                  <span>{words}</span>
                </span>
                {rainPercent !== null && (
                  <span className={css.rain}>
                    <b>{format.number(rainPercent)} %</b> <span>{more('segment.rain')}</span>
                  </span>
                )}
              </p>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** `16.5` is half past four in the game, whose clock has no zone. */
const clockOf = (hour: number): string => formatDuration(Math.round(hour * 60))
