import type { Text } from '#web/kit/texts.tsx'
import type { CorrectionView } from '../contract.ts'

type Valued = Pick<CorrectionView, 'kind' | 'value'>

/** What a correction does, in words: `3 places lost`, `+3 s`. */
export function valueWords({ kind, value }: Valued, text: Text<'corrections'>): string {
  if (kind === 'REINSTATEMENT') return text('value.back')
  if (kind === 'DISQUALIFICATION' || value === null) return text('value.out')
  const count = Math.abs(value)
  if (kind === 'POSITIONS') return text(value > 0 ? 'value.lost' : 'value.won', { count })
  if (kind === 'TIME') return text('value.seconds', { signed: signed(value / 1000) })
  return text('value.points', { count, signed: signed(kind === 'POINTS' ? -value : value) })
}

export const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`)
