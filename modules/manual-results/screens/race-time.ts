import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/duration.ts'
import { LONGEST_RACE_MS } from '../rules.ts'

/** A race's time as people type it: nothing, a time, or what is none. */
export type TypedTime = { readonly ok: true; readonly timeMs: number | null } | { readonly ok: false; readonly fault: 'unreadable' | 'tooLong' }

/** `01:02:03.456`, as the specification writes a manual result's time. */
export function raceTimeText(timeMs: number | null): string {
  if (timeMs === null) return ''
  const part = (value: number, digits = 2): string => String(value).padStart(digits, '0')
  const [hours, minutes, seconds] = [Math.floor(timeMs / HOUR_MS), Math.floor(timeMs / MINUTE_MS) % 60, Math.floor(timeMs / SECOND_MS) % 60]
  return `${part(hours)}:${part(minutes)}:${part(seconds)}.${part(timeMs % SECOND_MS, 3)}`
}

/**
 * Reads HH:MM:SS.sss and what people write for it: fewer parts, `75:10.2` for minutes above an hour, a comma or a third colon before the
 * thousandths, `1h 2m 3.4s`, and `+3.904` behind the leader.
 */
export function readRaceTime(typed: string, leaderMs: number | null): TypedTime {
  const words = typed.trim().toLowerCase().replaceAll('−', '-')
  if (words === '') return { ok: true, timeMs: null }
  const isGap = words.startsWith('+')
  const ownMs = partsOf(isGap ? words.slice(1).trim() : words)
  if (ownMs === null || (isGap && leaderMs === null)) return { ok: false, fault: 'unreadable' }
  const timeMs = ownMs + (isGap ? leaderMs! : 0)
  if (timeMs > LONGEST_RACE_MS) return { ok: false, fault: 'tooLong' }
  return timeMs > 0 ? { ok: true, timeMs } : { ok: false, fault: 'unreadable' }
}

function partsOf(words: string): number | null {
  const plain = words
    .replaceAll(/\s*(?:h|hours?|std)\s*/g, ':')
    .replaceAll(/\s*(?:m|min|['’′])\s*/g, ':')
    .replaceAll(/\s*(?:s|sec|["”″])\s*$/g, '')
    .replaceAll(',', '.')
    // 1:02:03:456, and 1.02.03.456
    .replace(/^(\d+):(\d{1,2}):(\d{1,2}):(\d{3})$/, '$1:$2:$3.$4')
    .replace(/^(\d+)\.(\d{1,2})\.(\d{1,2})\.(\d{1,3})$/, '$1:$2:$3.$4')
    .replaceAll(/\s+/g, '')
    .replace(/:$/, ':0')
  const match = /^(?:(?:(\d{1,3}):)?(\d{1,5}):)?(\d{1,6})(?:\.(\d{1,6}))?$/.exec(plain)
  if (!match) return null
  const [, hours, minutes, seconds = '0', fraction = ''] = match
  // only the first part may be larger than the clock has it
  if ((hours !== undefined && Number(minutes) > 59) || (minutes !== undefined && Number(seconds) > 59)) return null
  const thousandths = Math.round(Number(`0.${fraction || '0'}`) * SECOND_MS)
  return Number(hours ?? 0) * HOUR_MS + Number(minutes ?? 0) * MINUTE_MS + Number(seconds) * SECOND_MS + thousandths
}
