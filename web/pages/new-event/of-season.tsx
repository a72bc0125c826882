import type { SessionId, TournamentId } from '#core/ids.ts'
import { sessionsContract, type RaceView } from '#modules/sessions/contract.ts'
import { emptyForm, formOf, type FormState } from '#modules/sessions/screens/form/form-state.ts'
import { isManualOnly } from '#modules/sessions/rules.ts'
import { tournamentPath } from '#modules/sessions/rules/season.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import type { MemberView } from '#modules/tournaments/contract/shapes.ts'
import { dayAfter } from '#modules/sessions/rules/daily.ts'
import { momentAt, wallTime } from '#core/time-zone.ts'
import { useAsk, useAskNow, useLoaded } from '#web/kit/ask.ts'
import { now } from '#web/kit/clock.ts'
import { useZone } from '#web/kit/format.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { NewEvent, type Made, type NewEventOf } from './form.tsx'

const WEEK = 7

/** A round of a season: it begins with what the season says and what the last of its rounds was like; points are the season's in any case. */
export function EventOfSeason({ id, ...of }: NewEventOf & { readonly id: TournamentId }) {
  const season = useLoaded(tournamentsContract.tournament, { id })
  const last = season.sessions.at(-1)
  const model = useAsk(sessionsContract.race, { id: last?.sessionId as SessionId }, { when: last !== undefined }).data
  return last && !model ? <Skeleton rows={4} height={60} /> : <Round {...of} season={season} model={model ?? null} />
}

function Round({ season, model, ...of }: NewEventOf & { readonly season: MemberView; readonly model: RaceView | null }) {
  const text = useTexts('tournaments-page')
  const zone = useZone()
  const askNow = useAskNow()
  const setBop = useSend(sessionsContract.SetBop, { refresh: false })
  const become = useSend(tournamentsContract.AddTournamentSession)
  const fresh = async (made: Made): Promise<Made> => ({ id: made.id, v: (await askNow(sessionsContract.race, { id: made.id as SessionId })).v })
  const join = async (made: Made): Promise<Made | null> => {
    const bops = model ? bopsOf(model, await askNow(sessionsContract.race, { id: made.id as SessionId })) : {}
    if (Object.keys(bops).length > 0 && !(await setBop.send({ bops }, made))) return null
    const { v, sessions } = await askNow(tournamentsContract.tournament, { id: season.id })
    const sessionId = made.id as SessionId
    const isIn = sessions.some((one) => one.sessionId === sessionId)
    return isIn || (await become.send({ sessionId }, { id: season.id, v })) ? await fresh(made) : null
  }
  return (
    <>
      <p>{text('rounds.inherits', { season: season.name })}</p>
      <NewEvent
        {...of}
        start={() => startOf(season, model, zone)}
        draft={`${of.leagueId} ${season.id}`}
        joins={{
          join,
          fresh,
          isSending: setBop.isSending || become.isSending,
          refusal: setBop.refusal ?? become.refusal,
          to: `${tournamentPath(season)}#events`,
        }}
      />
    </>
  )
}

/** At the same time by the clocks of the zone. */
function weekLater(startsAt: string, zone: string): Date | null {
  const [day, time] = wallTime(startsAt, zone).split('T') as [string, string]
  return momentAt(`${dayAfter(day, WEEK)}T${time}`, zone)
}

/** What was set for cars that it has too. */
const bopsOf = (model: RaceView, made: RaceView) =>
  Object.fromEntries(model.cars.flatMap(({ id, bop }) => (bop && made.cars.some((car) => car.id === id) ? [[id, bop]] : [])))

function startOf(season: MemberView, model: RaceView | null, zone: string): FormState {
  const empty = emptyForm(now())
  const base: FormState = model
    ? {
        ...formOf(model),
        name: '',
        nameTyped: false,
        description: '',
        serverName: '',
        trackId: null,
        layoutId: null,
        daily: null,
        registrationOpensAt: null,
      }
    : { ...empty, game: season.game, manual: isManualOnly(season.game), maxEntries: season.maxEntries }
  const next = model && weekLater(model.startsAt, zone)
  return {
    ...base,
    ...carsOf(season),
    startsAt: next && next.getTime() > now() ? next.toISOString() : empty.startsAt,
    // they are the season's
    points: null,
  }
}

/** Classes that share a car are drivers' classes: an event has their cars alone. A season that names none leaves them to the event. */
function carsOf({ cars, carClasses }: MemberView): Partial<Pick<FormState, 'multiclass' | 'carIds' | 'classes'>> {
  const all = carClasses.flatMap((one) => one.cars)
  const different = [...new Set(all)]
  if (carClasses.length === 0) return cars.length === 0 ? {} : { multiclass: false, carIds: cars.map(({ id }) => id), classes: [] }
  if (different.length < all.length) return { multiclass: false, carIds: different, classes: [] }
  const classes = carClasses.map(({ id, name, color, cars: carIds, maxClassEntries }) => ({ id, name, color, carIds, maxEntries: maxClassEntries }))
  return { multiclass: true, carIds: all, classes }
}
