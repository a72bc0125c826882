import { useState } from 'react'
import type { RaceView } from '#modules/sessions/contract.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'

const BopDialog = lazyPart(() => import('./bop-dialog.tsx'), 'BopDialog')

/** Opens the balance of performance of an event that may have one. */
export function BopButton({ event }: { readonly event: RaceView }) {
  const text = useTexts('bop')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Icon name="scales" size={16} />} onClick={() => setOpen(true)}>
        {text('title')}
      </Button>
      {isOpen && <BopDialog event={event} onClose={() => setOpen(false)} />}
    </>
  )
}
