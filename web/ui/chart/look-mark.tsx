import type { Look } from './curve.ts'
import './looks.css'

/** A piece of a line, before the name of whose it is. */
export const LookMark = ({ look }: { readonly look: Look }) => (
  <svg width={22} height={8} viewBox="0 0 22 8" aria-hidden="true">
    <line x1={1} y1={4} x2={21} y2={4} stroke={look.color} strokeWidth={3} strokeDasharray={look.dash} />
  </svg>
)
