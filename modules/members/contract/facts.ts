import { fact } from '#core/joint.ts'
import type { ApplicationId, LeagueId, UserId } from '#core/ids.ts'
import type { Stated } from '#games/facts/platform.ts'
import type { Role } from '#modules/leagues/rules.ts'

export type AtMember = { readonly leagueId: LeagueId; readonly userId: UserId }
type Agreed = AtMember & { readonly tosVersion: number | null }
type Applied = AtMember & { readonly applicationId: ApplicationId }
type Why = { readonly reason: string }

/** Somebody's coming, going or new role: on the community's page, in the directory's count, on their profile. */
const shown = ({ leagueId, userId }: AtMember) => ({ id: leagueId, leagueId, topics: ['leagues', `league:${leagueId}`, `user:${userId}`] })

export const MemberJoined = fact('MemberJoined', 'league', (data: Agreed) => shown(data))
export const TermsOfServiceAccepted = fact('TermsOfServiceAccepted', 'league', (data: Agreed) => shown(data))
// whoever these name is out of the community from that moment on
export const MemberLeft = fact('MemberLeft', 'league', shown)
export const MemberErased = fact('MemberErased', 'league', shown)
export const MemberRemoved = fact('MemberRemoved', 'league', (data: AtMember & Why) => shown(data))
export const MemberBanned = fact('MemberBanned', 'league', (data: AtMember & Why & { readonly endsAt: string | null }) => shown(data))
export const MemberUnbanned = fact('MemberUnbanned', 'league', (data: AtMember & Why) => shown(data))
export const RoleChanged = fact('RoleChanged', 'league', (data: AtMember & { readonly role: Role }) => shown(data))
export const OwnerAppointed = fact('OwnerAppointed', 'league', (data: AtMember & { readonly before: UserId }) => shown(data))
export const AccountCorrected = fact('AccountCorrected', 'league', (data: AtMember & { readonly provider: Stated; readonly removed: boolean }) =>
  shown(data),
)
export const ApplicationAdded = fact('ApplicationAdded', 'league', (data: Applied & Agreed) => shown(data))
export const ApplicationAccepted = fact('ApplicationAccepted', 'league', (data: Applied) => shown(data))
export const ApplicationDeclined = fact('ApplicationDeclined', 'league', (data: Applied & Why) => shown(data))
export const ApplicationWithdrawn = fact('ApplicationWithdrawn', 'league', (data: Applied) => shown(data))
