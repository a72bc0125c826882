import { type Bop, toldBop } from '#modules/bop/rules.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'

/** What a car carries: `+10 kg · 2 % restrictor`. */
export function BopWords({ bop }: { readonly bop: Bop }) {
  const text = useTexts('sessions')
  const format = useFormat()
  return toldBop(bop, {
    ballast: (kg) => text('cars.ballast', { signed: format.signed(kg) }),
    restrictor: (percent) => text('cars.restrictor', { percent }),
  })
}
