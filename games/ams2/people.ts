import { raw, text, whole } from '#games/json.ts'
import type { Raw } from '#games/json.ts'

export type People = {
  /** By who holds the place, then by who ever joined; empty when nobody is known. */
  readonly nameOf: (participantId: number, refId: number) => string
  readonly find: (
    participantId: number,
    refId: number,
    name: string,
    isPlayer: boolean,
  ) => { readonly steamId: string | null; readonly liveryId: number | null }
}

/** Everybody the server ever saw, by name. */
export type Players = ReadonlyMap<string, readonly string[]>
export const playersOf = (players: Raw): Players => {
  const byName = new Map<string, string[]>()
  for (const [steamId, player] of Object.entries(players)) {
    const name = text(raw(player).name)
    const same = byName.get(name)
    if (same) same.push(steamId)
    else byName.set(name, [steamId])
  }
  return byName
}

/** The people of one history entry. A participant's number is used again when somebody leaves, so it counts together with the member's. */
export function peopleOf(entry: Raw, players: Players): People {
  const participants = new Map(Object.entries(raw(entry.participants)).map(([id, one]) => [Number(id), raw(one)]))
  const members = new Map(Object.entries(raw(entry.members)).map(([id, one]) => [Number(id), raw(one)]))
  const participantOf = (participantId: number, refId: number): Raw => {
    const found = participants.get(participantId)
    return raw(found && (whole(found.RefId, 0, 2 ** 32) ?? refId) === refId ? found : undefined)
  }
  return {
    nameOf: (participantId, refId) => text(participantOf(participantId, refId).Name) || text(raw(members.get(refId)).name),
    find: (participantId, refId, name, isPlayer) => {
      const participant = participantOf(participantId, refId)
      const member = raw(members.get(refId))
      const [only = '', ...others] = players.get(name) ?? []
      const known = others.length === 0 && name !== '' ? only : ''
      const steamId = isPlayer ? text(member.steamid) || text(participant.SteamID) || known : ''
      const livery = whole(participant.LiveryId, 0, 100_000) ?? whole(raw(member.setup).LiveryId, 0, 100_000)
      return { steamId: /^\d{5,20}$/.test(steamId) ? steamId : null, liveryId: livery }
    },
  }
}
