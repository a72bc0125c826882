import { deed, type Deed } from '#core/joint.ts'
import {
  AccountCorrected,
  ApplicationAccepted,
  ApplicationDeclined,
  MemberBanned,
  MemberRemoved,
  MemberUnbanned,
  OwnerAppointed,
  RoleChanged,
  type AtMember,
} from './facts.ts'

const about = ({ userId }: AtMember) => ({ person: userId })
const withReason = (data: AtMember & { readonly reason: string }) => ({ person: data.userId, reason: data.reason })

export const membersDeeds: readonly Deed[] = [
  deed(RoleChanged, ({ userId, role }) => ({ person: userId, params: { role } })),
  deed(OwnerAppointed, about),
  deed(MemberRemoved, withReason),
  deed(MemberBanned, ({ endsAt, ...data }) => ({
    as: endsAt === null ? 'MemberBannedForGood' : 'MemberBanned',
    ...withReason(data),
    params: { endsAt },
  })),
  deed(MemberUnbanned, withReason),
  deed(AccountCorrected, about),
  deed(ApplicationAccepted, about),
  deed(ApplicationDeclined, withReason),
]
