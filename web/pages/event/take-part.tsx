import type { ReactNode } from 'react'
import type { ReplyOf } from '#core/contract.ts'
import { GAME_FACTS } from '#games/facts/facts.ts'
import { PLATFORMS } from '#games/facts/platform.ts'
import { BurdensCard } from '#modules/burdens/screens/burdens-card.tsx'
import { entriesContract, type EntryList } from '#modules/entries/contract.ts'
import { TeamRulesLine } from '#modules/entries/screens/team/team-rules-line.tsx'
import type { EventView } from '#modules/sessions/contract.ts'
import { askedIn, type JoinCondition, toldCondition } from '#modules/sessions/rules/join-conditions.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { asksPassword } from './rules/asks-password.ts'
import css from './body.module.css'
import { ChatLink } from './chat-link.tsx'

/** One thing an event asks; `isMet` is left out where nobody can say so of this reader. */
type Part = { readonly key: string; readonly title: string; readonly words?: ReactNode; readonly isMet?: boolean }

/** What it takes to drive here, in words; for the signed-in with their own figures, and what of it they have. */
export function TakePart({ event }: { readonly event: EventView }) {
  const text = useTexts('sessions-page')
  const conditions = useConditions()
  const isSignedIn = useMe() !== null
  const { data: own } = useAsk(entriesContract.entryList, { refId: event.id }, { when: isSignedIn })
  const { data: open } = useAsk(entriesContract.publicEntryList, { refId: event.id }, { when: !isSignedIn })
  // whom nothing lets in is not told what would
  if (own?.whyNot.register === 'MEMBER_BANNED') return null
  const ofReader = own ? ownParts(own, text, conditions) : visitorParts(event, open, text, conditions)
  const parts = [...ofReader, ...sharedParts(event, { list: own ?? open, isIn: own?.mine != null }, text)]
  if (parts.length === 0) return null
  const known = parts.filter(({ isMet }) => isMet !== undefined)
  return (
    <Card>
      <section className={css.card} aria-label={text('part.title')}>
        <div className={css.cardHead}>
          <h2>{text('part.title')}</h2>
          {known.length > 0 && <span>{text('part.met', { met: known.filter(({ isMet }) => isMet).length, all: known.length })}</span>}
        </div>
        <ul className={css.parts}>
          {parts.map(({ key, title, words, isMet }) => (
            <li key={key} data-met={isMet || undefined} data-plain={isMet === undefined || undefined}>
              <Icon name={isMet === undefined ? 'right' : isMet ? 'check' : 'warning'} size={18} />
              <div>
                <strong>{title}</strong>
                {isMet !== undefined && <span className="unseen">{text(isMet ? 'part.isMet' : 'part.isOpen')}</span>}
                {words && <span>{words}</span>}
              </div>
            </li>
          ))}
        </ul>
      </section>
    </Card>
  )
}

type Conditions = (what: 'asked' | 'own', name: JoinCondition, value: number) => string
function useConditions(): Conditions {
  const text = useTexts('sessions-conditions')
  const web = useTexts('web')
  return (what, name, value) =>
    text(
      `${what}.${name}`,
      toldCondition(name, value, (licence) => web(`ui.licence.${licence}`)),
    )
}
type PageText = Text<'sessions-page'>
type Visitors = ReplyOf<typeof entriesContract.publicEntryList>

function ownParts({ joinConditions, asks, account, mine }: EntryList, text: PageText, conditions: Conditions): readonly Part[] {
  const isIn = mine !== null
  return [
    ...(asks.membership
      ? [
          {
            key: 'member',
            title: text('part.member'),
            words: text(asks.membership === 'PENDING' ? 'part.memberPending' : 'part.memberWords'),
            isMet: false,
          },
        ]
      : []),
    ...joinConditions.map(({ condition, asked, own, isMet }) => ({
      key: condition,
      title: conditions('asked', condition, asked),
      words: conditions('own', condition, own),
      isMet,
    })),
    ...(account
      ? [
          {
            key: 'account',
            title: text('part.account', { name: PLATFORMS[account.provider] }),
            words: text('part.accountWords'),
            isMet: account.alert === null,
          },
        ]
      : []),
    ...(asks.membershipPassword && !isIn
      ? [{ key: 'community', title: text('part.membershipPassword'), words: text('part.passwordWords'), isMet: false }]
      : []),
    ...(asks.tos && !isIn ? [{ key: 'terms', title: text('part.terms'), words: text('part.termsWords'), isMet: false }] : []),
  ]
}

function visitorParts({ joinConditions, game }: EventView, open: Visitors | undefined, text: PageText, conditions: Conditions): readonly Part[] {
  const { platform } = GAME_FACTS[game]
  return [
    ...askedIn(joinConditions).map(([name, count]) => ({ key: name, title: conditions('asked', name, count) })),
    ...(open?.membersOnly
      ? [{ key: 'member', title: text('part.member'), words: text(open.onApplication ? 'part.memberApplies' : 'part.memberWords') }]
      : []),
    { key: 'login', title: text('part.login'), words: text('part.loginWords') },
    ...(platform === 'none'
      ? []
      : [{ key: 'account', title: text('part.account', { name: PLATFORMS[platform] }), words: text('part.accountWords') }]),
  ]
}

type Entered = { readonly list: (Pick<EntryList, 'teamRules' | 'checkIn'> & Partial<Pick<EntryList, 'mine'>>) | undefined; readonly isIn: boolean }
const sharedParts = (event: EventView, { list, isIn }: Entered, text: PageText): readonly Part[] =>
  [
    asksPassword(event, isIn) && { key: 'password', title: text('part.password'), words: text('part.passwordWords') },
    list?.teamRules && { key: 'team', title: text('part.team'), words: <TeamRulesLine rules={list.teamRules} /> },
    // once it has closed whoever comes has a seat, or waits, without it
    event.config.checkIn &&
      (list?.mine?.checkedIn || !list?.checkIn?.closedAt) && {
        key: 'checkIn',
        title: text('part.checkIn'),
        words: text('part.checkInWords'),
        ...(list?.mine?.checkedIn && { isMet: true }),
      },
    event.mods.count > 0 && {
      key: 'mods',
      title: text('part.mods', { count: event.mods.count }),
      words: <Link to="#mods">{text('part.modsWords')}</Link>,
    },
    event.track.dlc !== null && !event.mods.ofTrack && { key: 'dlc', title: text('part.dlc'), words: event.track.dlc },
  ].filter((part) => part !== false && part !== undefined && part !== null)

/** Whose event it is, and the way there. */
export function RunBy({ event }: { readonly event: EventView }) {
  const text = useTexts('sessions-page')
  return (
    <>
      <Card>
        <section className={css.card} aria-label={text('by.title')}>
          <div className={css.cardHead}>
            <h2>{text('by.title')}</h2>
          </div>
          <p className={css.by}>
            <Avatar name={event.leagueName} url={event.leagueLogoUrl} size={44} square />
            {event.leagueName}
          </p>
          <ButtonLink to={`/communities/${event.leagueId}`}>{text('by.visit')}</ButtonLink>
          <ChatLink event={event} />
        </section>
      </Card>
      <BurdensCard sessionId={event.id} />
    </>
  )
}
