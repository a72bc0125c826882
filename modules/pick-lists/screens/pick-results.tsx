import { useState } from 'react'
import type { EventView } from '#modules/sessions/contract.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { PickDialog, type PickedDriver } from './pick-dialog.tsx'

/** Admins pick rows of a result, in its order, for the community's pick list. */
export function PickResults(props: {
  readonly event: Pick<EventView, 'id' | 'leagueId' | 'sessionName'>
  readonly drivers: readonly PickedDriver[]
}) {
  const text = useTexts('pick-lists')
  const [isOpen, setOpen] = useState(false)
  return (
    <p>
      <Button onClick={() => setOpen(true)}>{text('pick.results')}</Button>
      {isOpen && <PickDialog {...props} onClose={() => setOpen(false)} />}
    </p>
  )
}
