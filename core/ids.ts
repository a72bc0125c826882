import { z } from 'zod'

declare const kind: unique symbol
/** A UUID of one kind of thing; two kinds never mix. */
export type Id<K extends string> = string & { readonly [kind]: K }

export type UserId = Id<'user'>
export type LeagueId = Id<'league'>
export type ApplicationId = Id<'application'>
export type SessionId = Id<'session'>
export type SplitId = Id<'split'>
export type EntryId = Id<'entry'>
export type HostId = Id<'host'>
export type ServerId = Id<'server'>
export type ResultId = Id<'result'>
export type ResultFileId = Id<'resultFile'>
export type DriverMatchId = Id<'driverMatch'>
export type BopTemplateId = Id<'bopTemplate'>
export type ModId = Id<'mod'>
export type CorrectionId = Id<'correction'>
export type NotificationId = Id<'notification'>
export type ProtestId = Id<'protest'>
export type PenaltyId = Id<'penalty'>
export type TournamentId = Id<'tournament'>
export type RoundId = Id<'round'>

const idOf = <K extends string>() => z.uuid().transform((value) => value.toLowerCase() as Id<K>)

export const userId = idOf<'user'>()
export const leagueId = idOf<'league'>()
export const applicationId = idOf<'application'>()
export const sessionId = idOf<'session'>()
export const splitId = idOf<'split'>()
export const entryId = idOf<'entry'>()
export const hostId = idOf<'host'>()
export const serverId = idOf<'server'>()
export const resultId = idOf<'result'>()
export const resultFileId = idOf<'resultFile'>()
export const driverMatchId = idOf<'driverMatch'>()
export const bopTemplateId = idOf<'bopTemplate'>()
export const modId = idOf<'mod'>()
export const correctionId = idOf<'correction'>()
export const notificationId = idOf<'notification'>()
export const protestId = idOf<'protest'>()
export const penaltyId = idOf<'penalty'>()
export const tournamentId = idOf<'tournament'>()
export const roundId = idOf<'round'>()
