import { DAY_MS } from '#core/duration.ts'
import { admins, only, signedIn, type Row } from '#server/roles/row.ts'
import { eventFields, onEvent } from '#server/roles/ways.fixture.ts'
import { ADMINS } from '#server/roles/askers.ts'
import type { Event, LeagueWorld, State } from '#server/roles/world.fixture.ts'

const DRAFT: { readonly state: State } = { state: 'draft' }
const fields = (at: LeagueWorld, event: Event): object => eventFields(at.league, event.name, event.startsAt)

/** The draft is a daily template with one start, in this state. */
const template = (start: 'PLANNED' | 'CANCELLED'): Partial<Row> => ({
  state: 'draft',
  given: `with made as (
      update sessions set status = 'RECURRING', schedule = '{"timeZone": "Etc/UTC", "days": [1, 2, 3, 4, 5, 6, 7], "times": ["20:00"], "until": "2099-12-31"}'
      where league_id = $1 and status in ('DRAFT', 'RECURRING') returning id, starts_at
    ) insert into daily_starts (template_id, starts_at, state) select id, starts_at, '${start}' from made
    on conflict (template_id, starts_at) do update set state = excluded.state`,
})
const everyEvening = ({ startsAt }: Event): object => ({
  timeZone: 'Europe/Berlin',
  days: [1, 2, 3, 4, 5, 6, 7],
  times: ['20:00', '22:30'],
  until: new Date(Date.parse(startsAt) + 7 * DAY_MS).toISOString().slice(0, 10),
})

export const ROWS: readonly Row[] = [
  { call: 'sessions.trendingRaces', on: 'platform', ask: () => ({ at: { mindrivers: 0 } }), who: signedIn },
  { call: 'sessions.publicEvents', on: 'platform', ask: () => ({ at: { status: 'ALL', limit: 100 } }), who: signedIn },
  { call: 'sessions.eventsOfLeague', on: 'community', ask: (at) => ({ at: { id: at.league, status: 'ALL', limit: 100 } }), who: signedIn },
  { call: 'sessions.catalogue', on: 'platform', ask: () => ({ at: { game: 'acc', part: 'options' } }), who: signedIn },
  onEvent('sessions.publicEvent', signedIn),
  onEvent('sessions.race', signedIn),
  onEvent('sessions.race', only('NOT_FOUND', ...ADMINS), undefined, { as: 'a draft', ...DRAFT }),
  onEvent('sessions.raceProperties', signedIn),
  onEvent('sessions.splitStatuses', signedIn),
  onEvent('sessions.eventCalendar', signedIn),
  onEvent('sessions.eventCard', signedIn),
  { call: 'sessions.sitemap', on: 'platform', ask: () => ({}), who: signedIn },
  { call: 'sessions.drafts', on: 'community', ask: (at) => ({ at: { leagueId: at.league } }), who: admins },
  { call: 'sessions.leagueCalendar', on: 'community', ask: (at) => ({ at: { id: at.league } }), who: signedIn },
  { call: 'sessions.AddSession', on: 'community', ask: (at, _, event) => ({ body: fields(at, event) }), who: admins },
  onEvent('sessions.EditSession', admins, fields),
  onEvent('sessions.EditSession', admins, (_, event, other) => fields(other, event), { as: 'into another community', namesOther: true }),
  onEvent('sessions.PublishSession', only('NOT_FOUND', ...ADMINS), undefined, DRAFT),
  onEvent('sessions.DeleteSession', admins),
  onEvent('sessions.DuplicateSession', admins, (_, { startsAt }) => ({ startsAt }), { answers: 'first' }),
  onEvent('sessions.ChangeImage', admins, () => ({ img: null })),
  onEvent('sessions.KeepByHand', admins, undefined, {
    state: 'progress',
    given: "update sessions set hosting = 'ELSEWHERE' where league_id = $1",
  }),
  onEvent('sessions.SetBop', admins, () => ({ bops: { 2: { ballastkg: 5, restrictor: 1 } } })),
  onEvent('sessions.schedule', admins),
  onEvent('sessions.schedule', only('NOT_FOUND', ...ADMINS), undefined, { as: 'of a template', ...template('PLANNED') }),
  onEvent('sessions.SetSchedule', only('NOT_FOUND', ...ADMINS), (_, event) => everyEvening(event), DRAFT),
  onEvent('sessions.EndSchedule', only('NOT_FOUND', ...ADMINS), undefined, template('PLANNED')),
  onEvent('sessions.CancelStart', only('NOT_FOUND', ...ADMINS), (_, { startsAt }) => ({ startsAt }), template('PLANNED')),
  onEvent('sessions.RestoreStart', only('NOT_FOUND', ...ADMINS), (_, { startsAt }) => ({ startsAt }), template('CANCELLED')),
]
