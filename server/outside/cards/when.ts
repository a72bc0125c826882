const when = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** A start as previews have it, which know no reader: `Fri 27 Nov 2026, 20:00 UTC`. */
export const startWords = (at: Date): string => `${when.format(at).replace(' at ', ', ')} UTC`
