import { ok, refuse, type Result } from '#core/result.ts'
import type { LeagueFields } from './contract.ts'

/** Events of a community; each is written beside the row it changed. */
export type LeagueEvent =
  | { readonly type: 'LeagueFounded'; readonly fields: LeagueFields }
  | { readonly type: 'LeagueEdited'; readonly fields: LeagueFields }

/** Founds a community; refuses SHORT_NAME_TAKEN. */
export const found = (fields: LeagueFields, shortNameTaken: boolean): Result<LeagueEvent> =>
  shortNameTaken ? refuse('SHORT_NAME_TAKEN', { field: 'shortName' }) : ok({ type: 'LeagueFounded', fields })

/** Edits a community; refuses SHORT_NAME_TAKEN. */
export const edit = (fields: LeagueFields, shortNameTaken: boolean): Result<LeagueEvent> =>
  shortNameTaken ? refuse('SHORT_NAME_TAKEN', { field: 'shortName' }) : ok({ type: 'LeagueEdited', fields })
