import { useMemo } from 'react'
import { remembered } from '#web/kit/remembered.ts'
import { useLocale } from '#web/kit/texts.tsx'
import { classes } from '../classes.ts'
import { FIRST_FLAGS, FLAG_COLUMNS, MORE_FLAGS } from './flag-codes.ts'
import css from './flag.module.css'

const placesOf = (codes: readonly string[], isFirst: boolean) => {
  const rows = Math.ceil(codes.length / FLAG_COLUMNS)
  return codes.map((code, index) => {
    const [column, row] = [index % FLAG_COLUMNS, Math.floor(index / FLAG_COLUMNS)]
    return [code, { isFirst, position: `${(column / (FLAG_COLUMNS - 1)) * 100}% ${(row / (rows - 1)) * 100}%` }] as const
  })
}
const PLACES = new Map([...placesOf(FIRST_FLAGS, true), ...placesOf(MORE_FLAGS, false)])

/** A country's flag, cut from one of two pictures: the flags most drivers race under, and the others. Named in the reader's language unless `plain`: where the country stands beside it. */
export function Flag(props: { readonly country: string | null | undefined; readonly plain?: boolean; readonly size?: 'small' | 'normal' }) {
  const locale = useLocale()
  const code = props.country?.toLowerCase() ?? ''
  const place = PLACES.get(code)
  const name = useMemo(() => (place === undefined || props.plain ? undefined : nameOf(code, locale)), [code, locale, place, props.plain])
  const shape = classes(css.flag, props.size === 'small' && css.small, place === undefined ? css.none : !place.isFirst && css.more)
  // in a column the room stays, so that names stand under each other; within words there is nothing to keep it for
  if (place === undefined) return props.size === 'small' ? null : <span className={shape} aria-hidden="true" />
  return (
    <span
      className={shape}
      style={{ backgroundPosition: place.position }}
      {...(name ? { role: 'img', 'aria-label': name, title: name } : { 'aria-hidden': true })}
    />
  )
}

/** A country's name in a language; England, Scotland and Wales are no countries of their own to the browser. */
export const countryName = (code: string, locale: string): string => nameOf(code.toLowerCase(), locale)
const nameOf = (code: string, locale: string): string => {
  if (code.length !== 2) return code.slice(3).toUpperCase()
  return regions(locale).of(code.toUpperCase()) ?? code
}
const regions = remembered((locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }))
