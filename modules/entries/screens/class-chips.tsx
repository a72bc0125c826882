import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import type { ClassView } from '../contract.ts'
import { ALL } from './entry-list.ts'

/** All, and one chip for each class with how full it is. */
export const classChoices = (classes: readonly ClassView[], all: string) => [
  { value: ALL, label: all },
  ...classes.map(({ id, name, color, currentEntries, maxClassEntries }) => ({
    value: id,
    label: (
      <>
        <ClassDot carClass={name} color={color} /> {name} {maxClassEntries === null ? currentEntries : `${currentEntries} / ${maxClassEntries}`}
      </>
    ),
  })),
]
