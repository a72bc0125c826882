import { refuse, type Verdict } from '#core/result.ts'
import { atLeast, type Role } from './rules.ts'

/** What a policy of this room looks at: the league as it stands and the actor's role in it. */
export type LeagueFacts = { readonly closed: boolean; readonly role: Role | null }

export const mayAdminister = ({ closed, role }: LeagueFacts): Verdict => stillOpen(closed) ?? (atLeast(role, 'admin') || refuse('ADMIN_REQUIRED'))

/** Editing the community's own facts, its visibility and its end are the owner's alone. */
export const mayOwn = ({ closed, role }: LeagueFacts): Verdict => stillOpen(closed) ?? (role === 'owner' || refuse('OWNER_REQUIRED'))

const stillOpen = (closed: boolean): Verdict | null => (closed ? refuse('COMMUNITY_CLOSED') : null)
