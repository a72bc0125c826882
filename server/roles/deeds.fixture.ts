import type { UserId } from '#core/ids.ts'
import type { TestServer } from '#testing/server.ts'
import { ROOMS } from '../registry.ts'

/** Commands after which the history of a community tells nothing of who sent them, each group with its reason. */
export const WITHOUT_DEED: Readonly<Record<string, readonly string[]>> = {
  'is about the own account': [
    'accounts.AcceptTerms',
    'accounts.ChangeName',
    'accounts.ChangeCountry',
    'accounts.ChangeSettings',
    'accounts.StateAccount',
    'accounts.UnlinkAccount',
    'accounts.RevokeLoginSession',
    'accounts.LogOutEverywhere',
    'accounts.RemoveUser',
    'notifications.MarkRead',
    'tournaments.MakeCalendar',
  ],
  'is about the own membership': [
    'members.JoinLeague',
    'members.LeaveLeague',
    'members.SubmitConsent',
    'members.AddApplication',
    'members.WithdrawApplication',
  ],
  'is what drivers and those who watch do for themselves': [
    'entries.AddEntry',
    'entries.Leave',
    'entries.AddSpectator',
    'tournaments.JoinTournament',
    'tournaments.ChangeSeasonCar',
    'tournaments.ChangeSeasonTeam',
    'tournaments.LeaveTournament',
    'tournaments.SkipSession',
    'tournaments.CancelSkip',
  ],
  'is what the drivers of a team do among themselves': [
    'entries.RegisterTeam',
    'entries.JoinTeam',
    'entries.LeaveTeam',
    'entries.RenameTeam',
    'entries.ChangePassword',
    'entries.AssignManager',
    'entries.RemoveTeamMember',
  ],
  'changes nothing before it is applied, which is told': ['pick-lists.Activate', 'pick-lists.Deactivate', 'pick-lists.SetEntries'],
  'only asks where to send a picture; that it is taken is told': ['leagues.RequestImageUpload'],
  'is told by the room whose setting it is': ['leagues.SetConfig'],
  'is what the parties of a protest say, in its own history': ['protests.AnswerReport'],
  'is a race host’s': ['hosting.ReportStatus', 'result-files.UploadResult'],
}
const EXCEPT: ReadonlySet<string> = new Set(Object.values(WITHOUT_DEED).flat())
const TELLERS = new Map(
  ROOMS.flatMap(({ deeds = [] }) => deeds.map(({ fact, tells }) => [fact.name, tells as (data: unknown, actor: UserId) => object | null])),
)

export const lastEvent = async ({ running }: TestServer): Promise<string> =>
  (await running.machine.pool.query<{ last: string }>('select coalesce(max(seq), 0) as last from events')).rows[0]!.last

/** What the history tells of people since an event, by the names of the facts. */
export async function deedsSince({ running }: TestServer, event: string): Promise<readonly string[]> {
  const { rows } = await running.machine.pool.query<{ type: string; data: unknown; actor_id: UserId }>(
    'select type, data, actor_id from events where seq > $1 and actor_id is not null and league_id is not null',
    [event],
  )
  return rows.flatMap(({ type, data, actor_id }) => (TELLERS.get(type)?.(data, actor_id) ? [type] : []))
}

/** Whoever changes something of a community leaves a deed, or the command stands among the exceptions, and leaves none. */
export function deedFault(call: string, deeds: readonly string[]): string | null {
  if (EXCEPT.has(call)) return deeds.length > 0 ? `${call} leaves ${deeds.join(', ')}: it is no exception` : null
  return deeds.length > 0 ? null : `${call} leaves no deed, and no exception says why (server/roles/deeds.fixture.ts)`
}
