import { useEffect, useState } from 'react'
import type { LeagueId } from '#core/ids.ts'
import { PAGE } from '#core/page.ts'
import { ROLES, type Role } from '#modules/leagues/rules.ts'
import { RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { classes } from '#web/ui/classes.ts'
import { membersContract, type MemberView } from '../contract.ts'
import { MemberMenu } from './member-menu.tsx'
import { Pages } from './pages.tsx'
import css from './members.module.css'

type Props = { readonly league: { readonly id: LeagueId; readonly v: number; readonly name: string }; readonly role: Role | null }
const TYPING_MS = 300

/** Who is in, highest role first, with what an admin may do with each of them. */
export function MembersTab({ league, role }: Props) {
  const text = useTexts('members')
  const me = useMe()
  const [words, setWords] = useState('')
  const [search, setSearch] = useState('')
  const [only, setOnly] = useState<Role | 'all'>('all')
  const [offset, setOffset] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearch(words)
      setOffset(0)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [words])
  const params = { id: league.id, offset, search: search || undefined, role: only === 'all' ? undefined : only }
  // a hidden community has no public list
  const list = useAsk((me ? membersContract.members : membersContract.publicMembers) as typeof membersContract.members, params, {
    keepLast: true,
  }).data
  return (
    <>
      <search className={css.filters}>
        <TextField label={text('list.search')} type="search" maxLength={100} value={words} onChange={setWords} />
        <SelectField
          label={text('list.role')}
          value={only}
          onChange={(value) => {
            setOnly(value as Role | 'all')
            setOffset(0)
          }}
          choices={[{ value: 'all', label: text('list.all') }, ...ROLES.toReversed().map((one) => ({ value: one, label: text(`roles.${one}`) }))]}
        />
      </search>
      {!list && <Skeleton rows={6} height={56} />}
      {list && list.total === 0 && <EmptyState title={text('list.none')}>{text('list.noneWords')}</EmptyState>}
      {list && list.total > 0 && (
        <CardList>
          {list.members.map((member) => (
            <MemberRow key={member.id} member={member} isMe={member.id === me?.id} league={league} role={role} />
          ))}
        </CardList>
      )}
      {list && <Pages offset={offset} size={PAGE.LARGE} total={list.total} onChange={setOffset} />}
    </>
  )
}

function MemberRow({ member, isMe, league, role }: Props & { readonly member: MemberView; readonly isMe: boolean }) {
  const text = useTexts('members')
  return (
    <div className={css.row} data-mine={isMe || undefined}>
      <Flag country={member.country} />
      <span className={classes(css.who, css.member)}>
        <Link to={`/profile/${member.id}`}>{member.name}</Link> <RatingBadges rating={member.rating} />
        <span className={css.quiet}>
          {text('list.since')} <Time at={member.joinedAt} form="dateYear" zone={false} />
        </span>
      </span>
      <Chip tone={member.role === 'owner' ? 'red' : member.role === 'member' ? 'quiet' : 'plain'}>{text(`roles.${member.role}`)}</Chip>
      {isMe ? <span /> : <MemberMenu member={member} league={league} role={role} />}
    </div>
  )
}
