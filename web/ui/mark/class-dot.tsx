import css from './class-dot.module.css'

const COLOURS = 6
const KNOWN: Readonly<Record<string, number>> = { gt3: 0, gt4: 1, lmp2: 2, hypercar: 3, lmgt3: 0, tcr: 4, cup: 5 }

/** The colour of a car class, always beside its name; the same class has the same colour everywhere. */
export function ClassDot(props: { readonly carClass: string; readonly color?: string | null }) {
  // The event's own colour, where an admin has chosen one.
  if (props.color) return <span className={css.dot} style={{ background: props.color }} aria-hidden="true" />
  const key = props.carClass.toLowerCase()
  const hue = KNOWN[key] ?? [...key].reduce((sum, letter) => (sum * 33 + (letter.codePointAt(0) ?? 0)) % 997, 5) % COLOURS
  return <span className={`${css.dot} ${css[`c${hue}`]}`} aria-hidden="true" />
}
