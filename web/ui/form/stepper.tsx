import css from './form.module.css'

/** Where a form of several steps stands. Steps that are done can be gone back to; what was typed stays. */
export const Stepper = (props: {
  readonly label: string
  readonly steps: readonly string[]
  readonly current: number
  readonly onGo: (step: number) => void
}) => (
  <nav aria-label={props.label}>
    <ol className={css.steps}>
      {props.steps.map((step, index) => (
        <li
          key={step}
          className={css.step}
          data-state={index < props.current ? 'done' : index === props.current ? 'current' : 'ahead'}
          aria-current={index === props.current ? 'step' : undefined}
        >
          {index < props.current ? (
            <button type="button" onClick={() => props.onGo(index)}>
              {`${index + 1}. ${step}`}
            </button>
          ) : (
            <span>{`${index + 1}. ${step}`}</span>
          )}
        </li>
      ))}
    </ol>
  </nav>
)
