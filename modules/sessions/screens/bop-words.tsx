import type { Bop } from '#modules/bop/rules.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'

/** What a car carries: `+10 kg · 2 % restrictor`. */
export function BopWords({ bop }: { readonly bop: Bop }) {
  const text = useTexts('sessions')
  const format = useFormat()
  return [
    bop.ballastkg !== 0 && text('cars.ballast', { signed: format.signed(bop.ballastkg) }),
    bop.restrictor !== 0 && text('cars.restrictor', { percent: bop.restrictor }),
  ]
    .filter(Boolean)
    .join(' · ')
}
