import { fact } from '#core/joint.ts'
import type { BopTemplateId, LeagueId } from '#core/ids.ts'

type AtTemplate = { readonly templateId: BopTemplateId; readonly leagueId: LeagueId; readonly name: string }
const about = ({ templateId, leagueId }: AtTemplate) => ({ id: templateId, leagueId, topics: [`league:${leagueId}`] })

export const BopTemplateCreated = fact('BopTemplateCreated', 'bopTemplate', about)
export const BopTemplateDeleted = fact('BopTemplateDeleted', 'bopTemplate', about)
