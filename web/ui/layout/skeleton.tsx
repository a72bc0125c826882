import { tryNow, useTrouble } from '#web/kit/connection/connection.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { useTitle } from '#web/kit/title.ts'
import { Button } from '../action/button.tsx'
import { EmptyState } from './empty-state.tsx'
import css from './skeleton.module.css'

/** Grey bars where text is about to stand; `rows` of them, in the height of what comes. */
export function Skeleton(props: { readonly rows?: number; readonly height?: number }) {
  const text = useTexts('web')
  return (
    <div className={css.stack} aria-busy="true">
      <span className="unseen">{text('ui.loading')}</span>
      {Array.from({ length: props.rows ?? 1 }, (_, row) => (
        <div key={row} className={css.bar} style={{ height: props.height ?? 18 }} />
      ))}
    </div>
  )
}

/** A page on its way; without the server, what it waits for. */
export function PageSkeleton() {
  const text = useTexts('web')
  const trouble = useTrouble()
  useTitle(trouble && text(`connection.${trouble}.title`))
  if (trouble) {
    return (
      <div className={css.page}>
        <EmptyState heading="h1" title={text(`connection.${trouble}.title`)} action={<Button onClick={tryNow}>{text('error.again')}</Button>}>
          {text(`connection.${trouble}.words`)}
        </EmptyState>
      </div>
    )
  }
  return (
    <div className={css.page}>
      <Skeleton rows={1} height={46} />
      <Skeleton rows={6} height={52} />
    </div>
  )
}
