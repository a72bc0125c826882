import { useRef, useState } from 'react'
import { isRefusal, isUnanswered, RefusalError } from '../http.ts'
import type { Attempt } from '../send.ts'
import { toast } from '../toast.ts'
import { useTexts } from '../texts.tsx'
import { fieldOf, same, type Merged, type Overlap, type Path, type Together } from './fields.ts'
import { useTyped, type Editing, type Keeping, type Version } from './typed.ts'

/** How a form calls its fields, and what it says for a value of one; without a word for it, the value itself. */
export type Naming = { readonly label: (field: Path) => string; readonly show?: (field: Path, value: unknown) => string | undefined }

type Wanted<Values, Seen> = Keeping<Values> & {
  /** What the page shows at the moment. */
  readonly present: Version<Values> & Seen
  /** Fetches what is there by now. */
  readonly ask: () => Promise<Version<Values> & Seen>
  /** Sends it, over what was last seen; `null` when it cannot be sent as it stands and the form says why. */
  readonly save: (editing: Editing<Values>, seen: Version<Values> & Seen) => Promise<Attempt<{ readonly v: number }> | null>
  readonly naming: Naming
  readonly together?: Together<Values>
  readonly onDone?: (saved: Values) => void
}

/** What somebody else has changed since the form was opened, while something is left to choose. */
export type Conflict = Pick<Merged<unknown>, 'taken' | 'overlaps'> & {
  readonly v: number
  readonly choiceOf: (overlap: Overlap) => Side | undefined
  readonly choose: (overlap: Overlap, side: Side) => void
  /** How often Save was asked for though a choice was missing. */
  readonly askedTimes: number
}
export type Side = 'theirs' | 'mine'
type Met<Values, Seen> = Merged<Values> & {
  readonly theirs: Version<Values> & Seen
  readonly choices: Readonly<Record<string, Side>>
  readonly askedTimes: number
  readonly withChoice: (values: Values, overlap: Overlap, side: Side) => Values
}

/** What came up in sending and matters until it is saved, however often that is tried. */
type Open<Values, Seen> = {
  /** Theirs, over which mine was put last. */
  readonly theirs: (Version<Values> & Seen) | null
  /** What was taken in of theirs and nobody was told yet. */
  readonly taken: Merged<Values>['taken']
  /** Sent, and never answered: any of them may have arrived. */
  readonly unanswered: readonly { readonly editing: Editing<Values>; readonly seen: Version<Values> & Seen }[]
}
const NOTHING_OPEN = { theirs: null, taken: [], unanswered: [] } as const

/** As often as others may be quicker, one after the other, before the form says so. */
const MOST_TRIES = 4

/**
 * A form over something that has a version. It sends with the version it was opened with. Where somebody else was quicker, what only they
 * touched is taken in and what only I touched stays; only for a field that both did is the reader asked. Nothing is sent over a change nobody saw.
 */
export function useEdit<Values extends object, Seen = unknown>(wanted: Wanted<Values, Seen>) {
  const { together = [], naming, onDone } = wanted
  const text = useTexts('web')
  const typed = useTyped(wanted.present, wanted)
  const [met, setMet] = useState<Met<Values, Seen> | null>(null)
  const [isSaving, setSaving] = useState(false)

  const open = useRef<Open<Values, Seen>>(NOTHING_OPEN)

  const finish = (v: number, sent: Values): true => {
    const fields = [...new Set(open.current.taken.map((one) => naming.label(fieldOf(one))))].join(', ')
    forgetOpen()
    typed.done(v, sent)
    if (fields) toast({ tone: 'plain', text: text('edit.takenIn', { fields }) })
    onDone?.(sent)
    return true
  }
  const forgetOpen = (): void => {
    open.current = NOTHING_OPEN
    setMet(null)
  }

  /** Which of those without an answer had arrived: sent again it is answered as it was then, and conflicts where it had not. */
  const arrived = async (): Promise<Version<Values> | 'none' | 'unanswered'> => {
    for (const { editing, seen } of open.current.unanswered) {
      const again = await wanted.save(editing, seen)
      if (again && 'reply' in again) return { v: again.reply.v, values: editing.values }
      if (again && isUnanswered(again.refusal)) return 'unanswered'
    }
    return 'none'
  }

  const attempt = async (): Promise<boolean> => {
    if (met?.overlaps.some((one) => !met.choices[keyOf(one)])) {
      setMet({ ...met, askedTimes: met.askedTimes + 1 })
      return false
    }
    let editing = met ? over(met.theirs, typed.current().values) : typed.current()
    let last = met?.theirs ?? open.current.theirs
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { v, base, values } = editing
      // all chosen is theirs, or both did the same: it is there already
      if ((met || tries > 0) && same(values, base)) return finish(v, values)
      const before = open.current.unanswered.find((one) => one.editing.v === v && same(one.editing.values, values))
      const seen = before?.seen ?? (last?.v === v ? last : wanted.present)
      const sent = await wanted.save(editing, seen)
      if (!sent) return false
      if ('reply' in sent) return finish(sent.reply.v, values)
      if (isUnanswered(sent.refusal) && !before) open.current = { ...open.current, unanswered: [...open.current.unanswered, { editing, seen }] }
      if (!isRefusal(sent.refusal, 'VERSION_CONFLICT')) return false
      const theirs = await wanted.ask()
      const found = await arrived()
      if (found === 'unanswered') return false
      // what I sent myself and nobody has touched since is no change of theirs
      const mine = found === 'none' ? { v, values: base } : found
      const there = found !== 'none' && found.v === theirs.v ? found : theirs
      // few ever need it
      const { merge, withChoice } = await import('./merge.ts')
      const merged = merge(mine.values, typed.current().values, there.values, together)
      const taken = [...open.current.taken, ...merged.taken]
      if (merged.overlaps.length > 0) {
        // The version stays the one it was opened with until all is chosen: a draft of this must meet the other change again.
        typed.hold(over(mine, merged.values))
        setMet({ ...merged, taken, theirs, withChoice, choices: {}, askedTimes: 0 })
        // what is said there is said
        open.current = NOTHING_OPEN
        return false
      }
      editing = over(there, merged.values)
      last = theirs
      typed.hold(editing)
      open.current = { theirs, taken, unanswered: [] }
      setMet(null)
    }
    toast({ tone: 'bad', text: text('edit.tooMany') })
    return false
  }

  const save = async (): Promise<boolean> => {
    setSaving(true)
    try {
      return await attempt()
    } catch (fault) {
      if (!(fault instanceof RefusalError)) throw fault
      toast({ tone: 'bad', refusal: fault })
      return false
    } finally {
      setSaving(false)
    }
  }

  const conflict: Conflict | null = met && {
    ...met,
    v: met.theirs.v,
    choiceOf: (one) => met.choices[keyOf(one)],
    choose: (one, side) => {
      setMet({ ...met, choices: { ...met.choices, [keyOf(one)]: side } })
      typed.hold({ ...typed.current(), values: met.withChoice(typed.current().values, one, side) })
    },
  }
  const notes = {
    ...typed.notes,
    naming,
    conflict,
    isSaving,
    save,
    startAnew: () => {
      forgetOpen()
      typed.notes.startAnew()
    },
  }
  return { values: typed.values, base: typed.base, put: typed.put, isTouched: typed.isTouched, save, isSaving, notes, startAnew: notes.startAnew }
}

export type EditNotes = ReturnType<typeof useEdit>['notes']

/** What I have, over what is there. */
const over = <Values>({ v, values }: Version<Values>, mine: Values): Editing<Values> => ({ v, base: values, values: mine })

const keyOf = (overlap: Overlap): string => JSON.stringify(fieldOf(overlap))
