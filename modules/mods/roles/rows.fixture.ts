import { admins, signedIn, type Row } from '#server/roles/row.ts'
import { community, onEvent } from '#server/roles/ways.fixture.ts'

const fields = { name: 'Tracks of old', version: '1.2', url: 'https://example.org/tracks', cars: ['2'], tracks: ['monza'] }
// each community's mod has its id
const GIVEN = {
  given: `insert into mods (id, league_id, game, name, version, url, cars, tracks, updated_at)
    values ($1, $1, 'acc', 'Cars', '1', 'https://example.org/cars', '{2}', '{}', now())`,
  had: 1,
}

export const ROWS: readonly Row[] = [
  { call: 'mods.mods', on: 'community', ask: (at) => ({ at: { leagueId: at.league, game: 'acc' } }), who: signedIn },
  onEvent('mods.publicModsOfEvent', signedIn),
  onEvent('mods.modsOfEvent', signedIn),
  community('mods.AddMod', admins, (at) => ({ leagueId: at.league, game: 'acc', ...fields }), { closed: undefined }),
  community('mods.EditMod', admins, () => fields, { closed: undefined, ...GIVEN }),
  community('mods.RemoveMod', admins, undefined, { closed: undefined, ...GIVEN }),
]
