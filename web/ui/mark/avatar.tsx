import { useState } from 'react'
import { useMadeOf } from '#web/kit/island/own-words.ts'
import { classes } from '../classes.ts'
import css from './avatar.module.css'
import { hueOf } from './hue.ts'

/** A person's or a community's picture; without one, initials on a colour of their own. Says nothing aloud: the name stands beside it. */
export function Avatar(props: { readonly name: string; readonly url?: string | null; readonly size?: number; readonly square?: boolean }) {
  const { name, url, size = 32, square } = props
  const [isBroken, setBroken] = useState(false)
  const madeOf = useMadeOf()
  const shape = classes(css.avatar, square && css.square)
  if (url && !isBroken) return <img className={shape} src={url} alt="" width={size} height={size} loading="lazy" onError={() => setBroken(true)} />
  return (
    // the letters are drawn, not written: no control is named after them
    <span
      className={shape}
      style={{
        width: size,
        height: size,
        fontSize: Math.round(size * (square ? 0.5 : 0.38)),
        // as light as all others: the letters can be read on each
        background: madeOf(name, (full) => `oklch(0.8 0.13 ${hueOf(full)})`),
      }}
      data-letters={madeOf(name, square ? firstLetter : initials)}
      aria-hidden="true"
    />
  )
}

const firstLetter = (word: string): string => ([...word.trim()][0] ?? '?').toUpperCase()
const initials = (name: string): string => {
  const words = name.trim().split(/\s+/)
  return firstLetter(words[0] ?? '') + (words.length > 1 ? firstLetter(words.at(-1) ?? '') : '')
}
