import { useRef, type FormEvent, type ReactNode } from 'react'
import css from './form.module.css'

/**
 * A form that sends through a command: never reloads the page, keeps what was typed, and after a refusal moves to the first field with a
 * message. With an `id` a dialog's button sends it: `<Button type="submit" form={id}>`.
 */
export function Form(props: {
  readonly id?: string
  readonly onSubmit: () => Promise<unknown> | void
  readonly label?: string
  readonly children: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const isSubmitting = useRef(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSubmitting.current) return
    isSubmitting.current = true
    try {
      await props.onSubmit()
    } finally {
      isSubmitting.current = false
    }
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  return (
    <form ref={form} id={props.id} className={css.form} noValidate onSubmit={(event) => void submit(event)} aria-label={props.label}>
      {props.children}
    </form>
  )
}

/** Short fields side by side where there is room. */
export const FieldPair = (props: { readonly children: ReactNode }) => <div className={css.pair}>{props.children}</div>

export const FormButtons = (props: { readonly children: ReactNode }) => <div className={css.buttons}>{props.children}</div>
