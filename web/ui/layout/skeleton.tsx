import { useTexts } from '#web/kit/texts.tsx'
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

/** A page on its way. */
export const PageSkeleton = () => (
  <div className={css.page}>
    <Skeleton rows={1} height={46} />
    <Skeleton rows={6} height={52} />
  </div>
)
