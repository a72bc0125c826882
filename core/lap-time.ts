const MS_PER_HOUR = 3_600_000

/** Milliseconds as people write them: `1:42.317`, `1:00:41.318`, `-0:04.000`, which a penalty taken off can make of a time; `null` gives an empty text. */
export function formatLapTime(timeMs: number | null): string {
  if (timeMs === null) return ''
  if (timeMs < 0) return `-${formatLapTime(-timeMs)}`
  const hours = Math.floor(timeMs / MS_PER_HOUR)
  const minutes = Math.floor(timeMs / 60_000) % 60
  const rest = `${pad(Math.floor(timeMs / 1000) % 60, 2)}.${pad(timeMs % 1000, 3)}`
  if (hours > 0) return `${hours}:${pad(minutes, 2)}:${rest}`
  return `${minutes}:${rest}`
}

/** A difference in milliseconds with its sign: `+3.904`, `-0.120`, `+1:02.004`. */
export function formatGap(gapMs: number): string {
  const size = Math.abs(gapMs)
  const text = size < 60_000 ? `${Math.floor(size / 1000)}.${pad(size % 1000, 3)}` : formatLapTime(size)
  return `${gapMs < 0 ? '-' : '+'}${text}`
}

/** Reads `SS.sss`, `MM:SS.sss` or `HH:MM:SS.sss`; `null` when it is none of them or a part is out of range. */
export function parseLapTime(text: string): number | null {
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,2})(?:\.(\d{1,3}))?$/.exec(text.trim())
  if (!match) return null
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = match
  if (Number(seconds) > 59 || Number(minutes) > 59) return null
  return Number(hours) * MS_PER_HOUR + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0'))
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0')
