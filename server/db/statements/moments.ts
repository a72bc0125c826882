/** A moment as PostgreSQL writes it into JSON, in the one way answers say it. Forty of them in a list cost more than all else of it by way of dates. */
export const isoOf = (moment: string): string =>
  moment.endsWith('+00:00') ? `${moment.slice(0, 19)}.${moment.slice(20, -6).slice(0, 3).padEnd(3, '0')}Z` : new Date(moment).toISOString()
