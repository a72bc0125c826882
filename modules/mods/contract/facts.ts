import { fact } from '#core/joint.ts'
import type { LeagueId, ModId } from '#core/ids.ts'

type AtMod = { readonly modId: ModId; readonly leagueId: LeagueId; readonly name: string }
/** Every event of the community may need it. */
const about = ({ modId, leagueId }: AtMod) => ({ id: modId, leagueId, topics: [`league:${leagueId}`] })

export const ModAdded = fact('ModAdded', 'mod', about)
export const ModEdited = fact('ModEdited', 'mod', about)
export const ModRemoved = fact('ModRemoved', 'mod', about)
