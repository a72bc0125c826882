import { useState } from 'react'
import { find } from '#core/search/finding.ts'
import { TextField } from './text-field.tsx'

type Car = { readonly id: string; readonly name: string; readonly className: string | null; readonly year: number | null }

/** Finds cars by name, class and year: the ids of those found. */
export function CarFinder(props: { readonly label: string; readonly cars: readonly Car[]; readonly onFind: (ids: ReadonlySet<string>) => void }) {
  const [words, setWords] = useState('')
  const look = (typed: string): void => {
    setWords(typed)
    const found = find(props.cars, typed, (car) => ({ names: [car.name], parts: [car.className ?? '', String(car.year ?? '')] }))
    props.onFind(new Set([...found].map(({ id }) => id)))
  }
  return <TextField label={props.label} value={words} onChange={look} type="search" />
}
