import { useState } from 'react'
import { find } from '#core/search/finding.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { EventView } from '../contract.ts'

type Cars = EventView['cars']

/** Finds cars of an event by name, class and year. */
export function CarFinder({ cars, onFind }: { readonly cars: Cars; readonly onFind: (cars: Cars) => void }) {
  const text = useTexts('sessions')
  const [words, setWords] = useState('')
  const look = (typed: string): void => {
    setWords(typed)
    onFind([...find(cars, typed, (car) => ({ names: [car.name], parts: [car.className ?? '', String(car.year ?? '')] }))])
  }
  return <TextField label={text('cars.find')} value={words} onChange={look} type="search" />
}
