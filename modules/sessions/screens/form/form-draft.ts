import { useEffect, useState } from 'react'
import { now } from '#web/kit/clock.ts'
import { emptyForm, KEPT_MS, type Change, type FormState } from './form-state.ts'

type FormDraft = { readonly at: number; readonly form: FormState; readonly step: number }

/**
 * The form's state, kept in this browser at every change so that a closed tab or a lost connection loses nothing. Only for a form that is
 * first drawn in the browser: the server knows nothing of what was kept.
 */
export function useFormDraft(key: string, start: FormState) {
  const [draft] = useState(() => read(key))
  const [first] = useState(start)
  // passwords are never kept in the browser
  const [form, setForm] = useState<FormState>({ ...start, ...draft?.form, passwords: start.passwords, entryPassword: start.entryPassword })
  const [step, setStep] = useState(draft?.step ?? 0)
  const [isRestored, setRestored] = useState(draft !== null)
  const [isDirty, setDirty] = useState(false)
  useEffect(() => {
    if (isDirty) write(key, { at: now(), form, step })
  }, [key, form, step, isDirty])
  const change: Change = (some) => {
    setDirty(true)
    setForm((before) => ({ ...before, ...some }))
  }
  const forget = (): void => {
    setDirty(false)
    try {
      localStorage.removeItem(key)
    } catch {}
  }
  const startOver = (): void => {
    forget()
    setForm(key.startsWith('new-event') ? emptyForm(now()) : first)
    setStep(0)
    setRestored(false)
  }
  return { form, change, step, setStep, isRestored, forget, startOver }
}

// A browser may refuse to keep anything; the form works all the same.
function read(key: string): FormDraft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as FormDraft | null
    return draft && now() - draft.at < KEPT_MS ? draft : null
  } catch {
    return null
  }
}

function write(key: string, draft: FormDraft): void {
  try {
    localStorage.setItem(
      key,
      JSON.stringify({ ...draft, form: { ...draft.form, passwords: { server: '', admin: '', spectator: '' }, entryPassword: '' } }),
    )
  } catch {}
}
