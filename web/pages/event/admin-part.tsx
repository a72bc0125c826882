import { FolderWatch } from '#modules/manual-results/screens/folder-watch.tsx'
import { ModsAdmin } from '#modules/mods/screens/mods-admin.tsx'
import { PickBar } from '#modules/pick-lists/screens/pick-bar.tsx'
import { PickTools } from '#modules/pick-lists/screens/pick-tools.tsx'
import type { RaceView } from '#modules/sessions/contract.ts'
import { AdminTab } from '#modules/sessions/screens/admin-tab.tsx'
import { offersPicks } from './rules/offers-picks.ts'
import { History } from '../community/history.tsx'

/** The tab of an event’s admins, of what several rooms have for them. */
export const AdminPart = ({ event }: { readonly event: RaceView }) => (
  <AdminTab
    event={event}
    mods={<ModsAdmin event={event} />}
    results={event.hosting === 'ELSEWHERE' && !event.manualSession && <FolderWatch sessionId={event.id} game={event.game} />}
    deeds={<History leagueId={event.leagueId} sessionId={event.id} />}
  />
)

/** The pick list on an event's page, for admins: its bar, or what picks from the event. */
export function Picks({ event, bar }: { readonly event: RaceView; readonly bar?: boolean }) {
  if (!event.may.administer) return null
  if (bar) return <PickBar leagueId={event.leagueId} />
  return offersPicks(event) && <PickTools event={event} />
}
