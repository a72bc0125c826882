import { useMemo, useSyncExternalStore } from 'react'
import { CLOCK_COOKIE, clockText, readClock, type ReaderClock } from '#core/time-zone.ts'
import { useVisit } from './visit.tsx'

/** Tells the server before anything else is asked how this browser's clock looks; the server draws the next page by it. */
export const CLOCK_SCRIPT = `(function(o,r,c){try{r=/-([A-Z]{2})\\b/.exec(navigator.language);o=Intl.DateTimeFormat(navigator.language,{hour:'numeric'}).resolvedOptions();c='${CLOCK_COOKIE}='+o.timeZone+'.'+(o.hour12?12:24)+'.'+(r?r[1]:'');if(('; '+document.cookie+';').indexOf('; '+c+';')<0)document.cookie=c+';path=/;max-age=31536000;samesite=lax'}catch(e){}})()`

const UTC: ReaderClock = { zone: 'UTC', hours: 24, country: null }
const browsers = clockText(browsersClock())
const never = () => () => {}

/** The browser's clock; while the server draws and the page is taken over, the one it was drawn for: UTC at a first visit. */
export function useReaderClock(): ReaderClock {
  const { clock } = useVisit()
  const text = useSyncExternalStore(
    never,
    () => browsers,
    () => clock ?? clockText(UTC),
  )
  return useMemo(() => readClock(text) ?? UTC, [text])
}

function browsersClock(): ReaderClock {
  if (typeof navigator !== 'object') return UTC
  const { timeZone, hour12 } = new Intl.DateTimeFormat(navigator.language, { hour: 'numeric' }).resolvedOptions()
  return { zone: timeZone, hours: hour12 ? 12 : 24, country: /-([A-Z]{2})\b/.exec(navigator.language)?.[1] ?? null }
}
