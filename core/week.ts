/** Days on which a week may start, as the settings name them. */
export const WEEK_STARTS = ['monday', 'sunday', 'saturday'] as const
export type WeekStart = (typeof WEEK_STARTS)[number]

/** Countries whose calendars do not begin on Monday (Unicode CLDR 48, weekData): Americas and parts of Asia, Middle East and north Africa. */
const SUNDAY =
  'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM ' +
  'US VE VI WS YE ZA ZW'
const SATURDAY = 'AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'
const STARTS: ReadonlyMap<string, WeekStart> = new Map([
  ...SUNDAY.split(' ').map((code) => [code, 'sunday'] as const),
  ...SATURDAY.split(' ').map((code) => [code, 'saturday'] as const),
])

/** The day a country's weeks start on; Monday where none is known. */
export const weekStartOf = (country: string | null): WeekStart => STARTS.get(country ?? '') ?? 'monday'

/** Days since 1970 of a day on which the first such week began; that year began on a Thursday. */
const FIRST: Readonly<Record<WeekStart, number>> = { monday: 4, sunday: 3, saturday: 2 }

/** The day on which the week of a day began, both in days since 1970. */
export const weekOfDay = (day: number, start: WeekStart): number => Math.floor((day - FIRST[start]) / 7) * 7 + FIRST[start]
