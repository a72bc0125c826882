import css from './progress.module.css'

/** How far an upload, an import or a launch has got, with the step in words; without `value` it only says that it runs. */
export const Progress = (props: { readonly step: string; readonly value?: number }) => (
  <div className={css.progress}>
    <span aria-live="polite">{props.step}</span>
    <progress max={1} value={props.value} aria-label={props.step} />
  </div>
)
