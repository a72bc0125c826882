import { useState } from 'react'
import type { EventView } from '#modules/sessions/contract.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { hasCalculator } from '../rules.ts'

const FuelDialog = lazyPart(() => import('./fuel-dialog.tsx'), 'FuelDialog')

/** Opens the calculator, where there is one. */
export function FuelButton({ event }: { readonly event: EventView }) {
  const text = useTexts('fuel')
  const [isOpen, setOpen] = useState(false)
  if (!hasCalculator(event)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text('button')}</Button>
      {isOpen && <FuelDialog event={event} onClose={() => setOpen(false)} />}
    </>
  )
}
