import { admins, butFor, forAll, nobody, only, owner, signedIn, type Row } from '#server/roles/row.ts'
import { community, onEvent } from '#server/roles/ways.fixture.ts'
import { ADMINS } from '#server/roles/askers.ts'
import type { LeagueWorld } from '#server/roles/world.fixture.ts'

const edited = (at: LeagueWorld): object => ({ name: at.name, shortName: 'Edited', languages: ['en'], directJoin: false, password: 'another one' })
const config = (at: LeagueWorld, of: string) => ({ leagueId: at.league, configType: 'TEST_ROLES', scope: 'LEAGUE', scopeEntityId: of })
const logo = (at: LeagueWorld): object => ({ entityId: at.league, entityType: 'LEAGUE', types: ['logo'] })

export const ROWS: readonly Row[] = [
  { call: 'leagues.publicLeagues', on: 'platform', ask: () => ({}), who: signedIn },
  community('leagues.publicLeague', signedIn),
  community('leagues.leagueCard', signedIn),
  { ...community('leagues.leagueConfig', signedIn), ask: (at) => ({ at: config(at, at.league) }) },
  {
    ...community('leagues.leagueConfig', nobody('NOT_FOUND')),
    as: 'another community’s',
    ask: (at, _, __, other) => ({ at: config(at, other.league) }),
  },
  { ...community('leagues.imageUpload', only('NOT_FOUND', 'owner')), ask: (at) => ({ at: { id: at.upload.id } }) },
  {
    call: 'leagues.AddLeague',
    on: 'platform',
    ask: () => ({ body: { name: 'A new one', shortName: 'NEW', languages: ['en'], directJoin: true, password: 'yet another' } }),
    who: signedIn,
  },
  community('leagues.EditLeague', owner, edited),
  community('leagues.ChangeVisibility', owner, () => ({ visibility: 'HIDDEN' })),
  community('leagues.ChangeLogo', owner, (at) => ({ img: at.upload.image })),
  community('leagues.ChangeLogo', butFor(owner, { owner: 'FILE_MISSING' }), (_, __, other) => ({ img: other.upload.image }), {
    as: 'another community’s picture',
  }),
  community('leagues.ChangeBackground', owner, () => ({ img: null })),
  community('leagues.SetTermsOfService', owner, () => ({ tos: 'Race fairer.' })),
  community('leagues.CloseLeague', owner),
  { ...community('leagues.SetConfig', admins), ask: (at) => ({ at: config(at, at.league), body: { config: { laps: 5 } } }) },
  {
    ...community('leagues.SetConfig', butFor(admins, forAll(ADMINS, 'NOT_FOUND'))),
    as: 'another community’s',
    ask: (at, _, __, other) => ({ at: config(at, other.league), body: { config: { laps: 5 } } }),
  },
  community('leagues.RequestImageUpload', owner, logo),
  onEvent('leagues.RequestImageUpload', admins, (_, event) => ({ entityId: event.id, entityType: 'SESSION', types: ['background'] }), {
    as: 'for an event',
  }),
]
