import { useGo } from '#web/kit/navigation.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { tournamentPath } from '../../rules/season.ts'
import { sessionsContract, type RaceView } from '../../contract.ts'

/** Calls the event off; the way leads to the other events of its season or round, else of the community (product.md §2 "After deleting a session"). */
export function DeleteDialog({ event, onClose }: { readonly event: RaceView; readonly onClose: () => void }) {
  const text = useTexts('sessions')
  const go = useGo()
  const { taken, sessionName, driverSwap } = event
  const remove = useSend(sessionsContract.DeleteSession, {
    said: text(taken > 0 ? 'admin.deletedTold' : 'admin.deleted'),
    refresh: false,
    onDone: () => go(`${listOf(event)}#events`, { replace: true }),
  })
  return (
    <ConfirmDialog
      title={text('admin.deleteTitle', { name: sessionName })}
      confirm={text('admin.delete')}
      typed={taken > 0 ? sessionName : undefined}
      busy={remove.isSending}
      onConfirm={() => void remove.send({}, { id: event.id, v: event.v })}
      onClose={onClose}
    >
      {taken > 0
        ? text(driverSwap ? 'admin.deleteTeams' : 'admin.deleteWords', { count: taken })
        : text(event.status === 'RECURRING' ? 'admin.deleteTemplate' : 'admin.deleteNobody')}
    </ConfirmDialog>
  )
}

const listOf = ({ leagueId, status, tournamentId: id, tournamentType: type }: RaceView): string =>
  id && type && status !== 'RECURRING' ? tournamentPath({ id, type }) : `/communities/${leagueId}`
