import { useRef, useState } from 'react'
import { same } from './fields.ts'
import { useKept, useKeeping } from './kept.ts'
import { useLeaving, type LeavingQuestion } from './leaving.ts'

/** The values of a form as the server has them, and their version. */
export type Version<Values> = { readonly v: number; readonly values: Values }
/** The values of a form as they are being edited, beside those it was opened with. */
export type Editing<Values> = Version<Values> & { readonly base: Values }

export type Keeping<Values> = {
  /** The form's name among the drafts, with the id of what it is about; without one nothing is kept and leaving asks. */
  readonly draft?: string
  /** Keys that no browser keeps: passwords. */
  readonly secrets?: readonly (keyof Values & string)[]
}

/** What a form tells its reader about the draft it found, and about leaving it. */
export type DraftNotes = {
  readonly foundAt: number | null
  readonly goOn: () => void
  readonly startAnew: () => void
  readonly leaving: LeavingQuestion | null
}

/**
 * The values of a form. While nothing is touched they follow what is there; from the first change on they keep the version they were
 * opened with, until `done` says that they are saved.
 */
export function useTyped<Values extends object>(present: Version<Values>, { draft, secrets = [] }: Keeping<Values>) {
  const kept = useKept<Partly<Values>>(draft)
  // nothing done here yet: what an earlier visit has left
  const [held, setHeld] = useState<Editing<Values> | null | undefined>()
  const latest = useRef(held)
  const hold = (next: Editing<Values> | null): void => {
    latest.current = next
    setHeld(next)
  }
  const found = kept.found && wholeOf(kept.found.value, present.values)
  const shown = shownOf(held === undefined ? found : held, present)
  const isTouched = !same(shown.base, shown.values)
  const open = (values: Partial<Values>): Partial<Values> =>
    Object.fromEntries(Object.entries(values).filter(([key]) => !secrets.some((one) => one === key))) as Partial<Values>
  // a draft that was only found stays its tab's: when it is sent there, nothing of it is left here
  useKeeping(kept, held && isTouched ? { v: shown.v, base: open(shown.base), values: open(shown.values) } : null)
  const current = (): Editing<Values> => shownOf(latest.current === undefined ? found : latest.current, present)
  const isLost = (): boolean => {
    const { base, values } = current()
    return !same(base, values) && (!kept.holds() || secrets.some((key) => !same(base[key], values[key])))
  }
  const notes: DraftNotes = {
    foundAt: kept.foundAt,
    goOn: kept.tell,
    startAnew: () => {
      hold(null)
      kept.forget()
    },
    leaving: useLeaving(isTouched, isLost),
  }
  return {
    ...shown,
    isTouched,
    notes,
    current,
    hold,
    put: (some: Partial<Values>): void => {
      const before = current()
      hold({ ...before, values: { ...before.values, ...some } })
    },
    /** They are saved as version `v`, those of now or those sent before more was typed. */
    done: (v: number, sent: Values): void => {
      hold({ v, base: sent, values: current().values })
      kept.forget()
    },
  }
}

/** Nothing typed: what is there. What was just saved stays until it has come back. */
const shownOf = <Values>(held: Editing<Values> | null, present: Version<Values>): Editing<Values> =>
  held && (!same(held.base, held.values) || present.v < held.v) ? held : { ...present, base: present.values }

/** What a browser keeps of a form: not all, and perhaps of an older release. */
type Partly<Values> = { readonly v: number; readonly base: Partial<Values>; readonly values: Partial<Values> }

function wholeOf<Values extends object>({ v, base, values }: Partly<Values>, present: Values): Editing<Values> {
  return { v, base: { ...present, ...fitting(base, present) }, values: { ...present, ...fitting(values, present) } }
}

/** What a draft still says of a form: fields that are there, of the kind they are. */
function fitting<Values extends object>(values: Partial<Values>, present: Values): Partial<Values> {
  const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value)
  const fits = ([key, value]: readonly [string, unknown]): boolean => {
    const now = (present as Readonly<Record<string, unknown>>)[key]
    return key in present && (value === null || now === null || kindOf(value) === kindOf(now))
  }
  return Object.fromEntries(Object.entries(values).filter(fits)) as Partial<Values>
}
