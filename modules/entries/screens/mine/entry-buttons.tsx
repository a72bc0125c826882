import { useState } from 'react'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import type { EntryList } from '../../contract.ts'
import type { Driving } from '../next-action.ts'

const EntryDialog = lazyPart(() => import('../entry-dialog.tsx'), 'EntryDialog')
const CancelDialog = lazyPart(() => import('../cancel-dialog.tsx'), 'CancelDialog')

/** What somebody who is in does with their entry; of a team what there is to decide stands in its tab. */
export function EntryButtons(props: {
  readonly list: EntryList
  readonly action: Extract<Driving, { entry: unknown }>
  readonly mayChange: boolean
  /** Where the season is that the event is of. */
  readonly season: string | null
}) {
  const { list, action, mayChange, season } = props
  const text = useTexts('entries')
  const [open, setOpen] = useState<'entry' | 'cancel' | null>(null)
  const close = () => setOpen(null)
  if (action.entry.participant.type === 'TEAM') {
    return (
      <ButtonLink look="primary" to="#my-team">
        {text('team.mine')}
      </ButtonLink>
    )
  }
  return (
    <>
      {mayChange && (
        <Button onClick={() => setOpen('entry')}>
          {text(list.may.changeRaceNumber ? 'next.change' : action.cancel === 'season' ? 'next.changeSkin' : 'next.changeCar')}
        </Button>
      )}
      {action.cancel === 'season' && season && <ButtonLink to={`${season}#events`}>{text('next.ofSeason')}</ButtonLink>}
      {(action.cancel === 'yes' || action.cancel === 'tooLate') && (
        <Button look="ghost" disabled={action.cancel === 'tooLate'} onClick={() => setOpen('cancel')}>
          {text(action.kind === 'waits' ? 'next.leaveQueue' : 'next.cancel')}
        </Button>
      )}
      {open === 'entry' && list.mine && <EntryDialog list={list} entry={list.mine} onClose={close} />}
      {open === 'cancel' && list.mine && <CancelDialog list={list} onClose={close} />}
    </>
  )
}
