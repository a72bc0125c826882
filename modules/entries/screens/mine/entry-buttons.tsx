import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import type { EntryList } from '../../contract.ts'
import type { Driving } from '../next-action.ts'
import { useUnderWay } from './under-way.ts'

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
  // when the server is set up the page becomes another, and this mounts anew there
  const [isChanging, setChanging] = useUnderWay(`change:${action.entry.id}`)
  const [isCancelling, setCancelling] = useUnderWay(`cancel:${action.entry.id}`)
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
        <Button onClick={() => setChanging(true)}>
          {text(list.may.changeRaceNumber ? 'next.change' : action.cancel === 'season' ? 'next.changeSkin' : 'next.changeCar')}
        </Button>
      )}
      {action.cancel === 'season' && season && <ButtonLink to={`${season}#events`}>{text('next.ofSeason')}</ButtonLink>}
      {(action.cancel === 'yes' || action.cancel === 'tooLate') && (
        <Button look="ghost" disabled={action.cancel === 'tooLate'} onClick={() => setCancelling(true)}>
          {text(action.kind === 'waits' ? 'next.leaveQueue' : 'next.cancel')}
        </Button>
      )}
      {isChanging && list.mine && <EntryDialog list={list} entry={list.mine} onClose={() => setChanging(false)} />}
      {isCancelling && list.mine && <CancelDialog list={list} onClose={() => setCancelling(false)} />}
    </>
  )
}
