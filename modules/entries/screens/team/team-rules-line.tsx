import { useTexts, type Text } from '#web/kit/texts.tsx'
import type { TeamRules } from '../../rules/teams.ts'
import css from './team.module.css'

/** What holds for the teams of an event, in one line. */
export function TeamRulesLine({ rules }: { readonly rules: TeamRules }) {
  const text = useTexts('entries')
  const { minDriversCount: min, maxDriversCount: max, driverStintTimeSec, maxTotalDrivingTime } = rules
  const parts = [
    text(min === max ? 'team.rules.exactly' : 'team.rules.drivers', { min, max }),
    driverStintTimeSec !== null && text('team.rules.stint', { time: lasting(driverStintTimeSec, text) }),
    maxTotalDrivingTime !== null && text('team.rules.total', { time: lasting(maxTotalDrivingTime, text) }),
    rules.isMandatoryPitstopSwapDriverRequired && text('team.rules.swap'),
  ]
  return (
    <span className={`dotted ${css.rules}`}>
      {parts.filter(Boolean).map((part) => (
        <span key={String(part)}>{part}</span>
      ))}
    </span>
  )
}

/** A time of whole minutes in hours and minutes. */
function lasting(seconds: number, text: Text<'entries'>): string {
  const minutes = Math.round(seconds / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return text('team.rules.minutes', { minutes })
  return rest === 0 ? text('team.rules.hours', { hours }) : text('team.rules.both', { hours, minutes: rest })
}
