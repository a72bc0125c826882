import { admins, type Row } from '#server/roles/row.ts'
import { community } from '#server/roles/ways.fixture.ts'

// each community's template has its id
const GIVEN = {
  given: `insert into bop_templates (id, league_id, game, name, bops, updated_at)
    values ($1, $1, 'acc', 'GT3', '{"2": {"ballastkg": 5, "restrictor": 1}}', now())`,
}
const body = (leagueId: string) => ({ leagueId, game: 'acc', name: 'GT3', bops: { 2: { ballastkg: 5, restrictor: 1 } } })

export const ROWS: readonly Row[] = [
  { call: 'bop.templates', on: 'community', ask: (at) => ({ at: { leagueId: at.league, game: 'acc' } }), who: admins, ...GIVEN },
  { call: 'bop.template', on: 'community', ask: (at) => ({ at: { id: at.league } }), who: admins, ...GIVEN },
  community('bop.Create', admins, (at) => body(at.league), { closed: undefined }),
  community('bop.Delete', admins, undefined, { closed: undefined, ...GIVEN }),
]
