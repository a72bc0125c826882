import { useState } from 'react'
import type { LeagueId, SessionId } from '#core/ids.ts'
import type { TextKeys } from '#core/texts/keys.ts'
import { membersContract, type ToldDeed } from '#modules/members/contract.ts'
import { type JoinCondition, toldCondition } from '#modules/sessions/rules/join-conditions.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { useTextsOf } from '#web/kit/texts/together.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import css from './manage.module.css'

/** `sessionId`: about that event alone. */
type Page = { readonly leagueId: LeagueId; readonly sessionId?: SessionId; readonly most?: number; readonly before?: number }

/** What admins did, newest first, each of it in the words of its room; with `most` the latest alone, else one page after the other. */
export function History({ leagueId, sessionId, most, before }: Page) {
  const text = useTexts('members')
  const [isMore, setMore] = useState(false)
  const found = useAsk(membersContract.history, { id: leagueId, sessionId, limit: most, before }).data
  if (!found) return <Skeleton rows={4} height={44} />
  if (found.deeds.length === 0 && found.next === null && before === undefined) return <p className={css.none}>{text('history.none')}</p>
  return (
    <>
      <ol className={css.deeds}>
        {found.deeds.map((deed) => (
          <OneDeed key={deed.id} deed={deed} />
        ))}
      </ol>
      {found.next !== null && most === undefined && (isMore ? <History leagueId={leagueId} sessionId={sessionId} before={found.next} /> : null)}
      {found.next !== null && most === undefined && !isMore && <Button onClick={() => setMore(true)}>{text('history.more')}</Button>}
    </>
  )
}

function OneDeed({ deed }: { readonly deed: ToldDeed }) {
  const text = useTexts('members')
  const sentence = useDeed()(deed)
  return (
    <li>
      <Time at={deed.at} />
      <span>
        {deed.by ? <Link to={`/profile/${deed.by.id}`}>{deed.by.name}</Link> : text('history.nobody')} {sentence}
        {deed.reason && <q>{deed.reason}</q>}
      </span>
    </li>
  )
}

type DeedsOf<Room extends keyof TextKeys> = Extract<keyof TextKeys[Room], `deeds.${string}`>
/** Whose texts say what somebody did: a room that is missing below does not compile. */
type DeedRoom = { [Room in keyof TextKeys]: [DeedsOf<Room>] extends [never] ? never : Room }[keyof TextKeys]

const DEED_ROOMS: { readonly [Room in DeedRoom]: true } = {
  leagues: true,
  members: true,
  sessions: true,
  entries: true,
  hosting: true,
  'manual-results': true,
  'pick-lists': true,
  corrections: true,
  tournaments: true,
  rounds: true,
  protests: true,
  mods: true,
  bop: true,
  matching: true,
  'result-files': true,
}

const TOLD_IN = [...(Object.keys(DEED_ROOMS) as DeedRoom[]), 'sessions-conditions', 'web'] as const

/** A deed as its room says it; moments in the reader's zone. */
function useDeed(): (deed: ToldDeed) => string {
  const format = useFormat()
  const texts = useTextsOf(TOLD_IN)
  const { leagues, members, web, 'sessions-conditions': conditions } = texts
  return ({ room, what, person, event, params }) => {
    const say = room in DEED_ROOMS ? (texts[room as DeedRoom] as Text<'members'>) : undefined
    const values: Record<string, string | number> = {
      person: person?.name ?? members('history.nobody'),
      event: event?.name ?? members('history.gone'),
    }
    for (const [name, value] of Object.entries(params)) {
      if (value === null) continue
      if (name.endsWith('At')) values[name] = format.date(value, 'dateTime', true)
      else if (name === 'role') values[name] = members.find(`roles.${value}`) ?? value
      else if (name === 'joinConditions') values[name] = conditionsOf(String(value), conditions, (licence) => web(`ui.licence.${licence}`))
      else if (name === 'changed') values[name] = fieldsOf(String(value), leagues)
      else values[name] = value
    }
    return say ? say(`deeds.${what}` as 'deeds.RoleChanged', values as Record<'person' | 'role', string>) : what
  }
}

/** Written as name and value, `accountAgeDays,30 racesDone,3`. */
const conditionsOf = (asked: string, text: Text<'sessions-conditions'>, licence: Parameters<typeof toldCondition>[2]): string =>
  asked
    .split(' ')
    .map((one) => {
      const [name, count] = one.split(',')
      return text(`asked.${name as JoinCondition}`, toldCondition(name as JoinCondition, Number(count), licence))
    })
    .join(', ')

const fieldsOf = (changed: string, text: Text<'leagues'>): string =>
  changed
    .split(' ')
    .flatMap((field) => text.find(`form.${field}`) ?? [])
    .join(', ')
