import { useMemo } from 'react'
import { useLocale } from '#web/kit/texts.tsx'
import { classes } from '../classes.ts'
import { FLAG_CODES, FLAG_COLUMNS, FLAG_ROWS } from './flag-codes.ts'
import css from './flag.module.css'

const PLACES = new Map(FLAG_CODES.map((code, index) => [code, index]))

/** A country's flag, cut from one picture of all flags. Named in the reader's language unless `plain`: where the country stands beside it. */
export function Flag(props: { readonly country: string | null | undefined; readonly plain?: boolean; readonly size?: 'small' | 'normal' }) {
  const locale = useLocale()
  const code = props.country?.toLowerCase() ?? ''
  const place = PLACES.get(code)
  const name = useMemo(() => (place === undefined || props.plain ? undefined : nameOf(code, locale)), [code, locale, place, props.plain])
  const shape = classes(css.flag, props.size === 'small' && css.small, place === undefined && css.none)
  if (place === undefined) return <span className={shape} aria-hidden="true" />
  const position = `${((place % FLAG_COLUMNS) / (FLAG_COLUMNS - 1)) * 100}% ${(Math.floor(place / FLAG_COLUMNS) / (FLAG_ROWS - 1)) * 100}%`
  return (
    <span
      className={shape}
      style={{ backgroundPosition: position }}
      {...(name ? { role: 'img', 'aria-label': name, title: name } : { 'aria-hidden': true })}
    />
  )
}

/** A country's name in a language; England, Scotland and Wales are no countries of their own to the browser. */
export const countryName = (code: string, locale: string): string => nameOf(code.toLowerCase(), locale)
const nameOf = (code: string, locale: string): string => {
  if (code.length !== 2) return code.slice(3).toUpperCase()
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code.toUpperCase()) ?? code
}
