import { useState } from 'react'
import type { LeagueId } from '#core/ids.ts'
import type { ReplyOf } from '#core/contract.ts'
import { PAGE } from '#core/page.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useFormat } from '#web/kit/format.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import { membersContract } from '../contract.ts'
import { useBanDay } from './ban-notice.tsx'
import { Pages } from './pages.tsx'
import css from './members.module.css'

type Props = { readonly league: { readonly id: LeagueId; readonly v: number } }
type Ended = ReplyOf<typeof entriesContract.entriesEndedByBans>['entries'][number]
type OneBan = ReplyOf<typeof membersContract.bans>['bans'][number]

/** Who is kept out, by whom, why and until when. */
export function BanList({ league }: Props) {
  const text = useTexts('members')
  const [offset, setOffset] = useState(0)
  const found = useAsk(membersContract.bans, { leagueId: league.id, limit: PAGE.LARGE, offset }, { keepLast: true }).data
  const ended = useAsk(entriesContract.entriesEndedByBans, { leagueId: league.id }).data?.entries ?? []
  if (!found) return <Skeleton rows={2} height={56} />
  // the last of a page was let in again: the page before it is the last now
  if (found.bans.length === 0 && offset > 0) setOffset(offset - PAGE.LARGE)
  if (found.total === 0) return <p className={css.quiet}>{text('ban.none')}</p>
  return (
    <>
      <CardList>
        {found.bans.map((ban) => (
          <BanRow key={ban.user.id} ban={ban} league={league} ended={ended.filter(({ userId }) => userId === ban.user.id)} />
        ))}
      </CardList>
      <Pages offset={offset} size={PAGE.LARGE} total={found.total} onChange={setOffset} />
    </>
  )
}

function BanRow({ ban, league, ended }: Props & { readonly ban: OneBan; readonly ended: readonly Ended[] }) {
  const text = useTexts('members')
  const format = useFormat()
  const when = useBanDay(ban.bannedAt)
  const unban = useSend(membersContract.UnbanMember, { said: text('ban.ended', { name: ban.user.name }) })
  return (
    <div className={css.row}>
      <Flag country={ban.user.country} />
      <span className={css.who}>
        <span>
          <Link to={`/profile/${ban.user.id}`}>{ban.user.name}</Link> <RatingBadges rating={ban.user.rating} />
        </span>
        <span className={css.quiet}>{text('ban.by', { when, name: ban.bannedBy })}</span>
        <span>{ban.reason}</span>
        <span className={css.quiet}>{ban.endsAt ? text('ban.until', { date: format.date(ban.endsAt, 'dateTime', true) }) : text('ban.noEnd')}</span>
        {ended.length > 0 && (
          <span className={css.quiet}>
            {text('ban.hasEnded', {
              events: ended.map(({ sessionName, startsAt }) => `${sessionName} (${format.date(startsAt, 'date')})`).join(', '),
            })}
          </span>
        )}
      </span>
      <span className={css.buttons}>
        <Button busy={unban.isSending} onClick={() => void unban.send({ userId: ban.user.id }, { id: league.id, v: league.v })}>
          {text('ban.unban')}
        </Button>
      </span>
    </div>
  )
}
