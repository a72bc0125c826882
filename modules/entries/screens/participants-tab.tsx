import { useState, type ReactNode } from 'react'
import { MINUTE_MS } from '#core/duration.ts'
import { PLATFORMS } from '#games/facts/platform.ts'
import { shownSplit, splitIn } from '#modules/sessions/rules/split-choice.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useLive } from '#web/kit/live.ts'
import { useMe } from '#web/kit/me.ts'
import { useFormat } from '#web/kit/format.ts'
import { useAddressChoice } from '#web/kit/place/address-choice.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink, IconButton } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { SeatsBar } from '#web/ui/data/seats-bar.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { LoginPrompt } from '#web/ui/layout/login-prompt.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip, ChipChoice } from '#web/ui/mark/chip.tsx'
import { entriesContract, type EntryList, type EntryView, type PublicEntryList } from '../contract.ts'
import { gridOrder } from '../rules/grid.ts'
import { classChoices } from './class-chips.tsx'
import type { TermsPart } from './community-asks.tsx'
import css from './entries.module.css'
import { ALL, byRank, driversIn, entriesOfClass, listed, mayAskToJoin, nameOf, placeByRank } from './entry-list.ts'
import { seatsForComer } from './next-action.ts'
import { ParticipantsList } from './participants-list.tsx'
import { strengthOf } from './split/strength.ts'
import { TeamRulesLine } from './team/team-rules-line.tsx'

type Id = EntryList['sessionId']
const EntryDialog = lazyPart(() => import('./entry-dialog.tsx'), 'EntryDialog')
const RemoveDialog = lazyPart(() => import('./remove-dialog.tsx'), 'RemoveDialog')
const CheckInFor = lazyPart(() => import('./check-in/check-in-for.tsx'), 'CheckInFor')
const JoinDialog = lazyPart(() => import('./team/join-dialog.tsx'), 'JoinDialog')
const SplitBar = lazyPart(() => import('./split/split-bar.tsx'), 'SplitBar', <Skeleton rows={2} height={52} />)
const GridEditor = lazyPart(() => import('./grid-editor.tsx'), 'GridEditor')

/** Who is in and who waits; admins change cars, remove and order the grid here. `isOpen`: whether somebody may still register. */
export function ParticipantsTab(props: { readonly sessionId: Id; readonly isOpen: boolean; readonly terms: TermsPart; readonly tools?: ReactNode }) {
  const { sessionId, isOpen } = props
  const me = useMe()
  useLive([`session:${sessionId}`])
  const forAll = useAsk(entriesContract.publicEntryList, { refId: sessionId }, { when: me === null })
  const own = useAsk(entriesContract.entryList, { refId: sessionId }, { when: me !== null })
  if (me === null && forAll.data?.loginRequired) return <Unnamed list={forAll.data} isOpen={isOpen} />
  const list = own.data ?? forAll.data
  return list ? <Participants list={list} own={own.data} meId={me?.id ?? null} {...props} /> : <Skeleton rows={6} height={52} />
}

/** To a visitor whose community keeps names to the signed-in: how many there are. */
function Unnamed({ list, isOpen }: { readonly list: PublicEntryList; readonly isOpen: boolean }) {
  const text = useTexts('entries')
  const now = useNow(MINUTE_MS)
  return (
    <div className={css.tab}>
      <SeatsBar taken={list.taken} seats={list.seats} free={seatsForComer(list, now)} isOpen={isOpen} />
      {list.teamRules && <TeamRulesLine rules={list.teamRules} />}
      <LoginPrompt title={text(list.teamRules ? 'visitor.teams' : 'visitor.drivers', { count: list.taken })} tab="participants">
        {text('visitor.words')}
      </LoginPrompt>
    </div>
  )
}

type Doing = { readonly what: 'change' | 'remove' | 'join'; readonly entry: EntryView } | { readonly what: 'grid' }

function Participants(props: {
  readonly list: PublicEntryList
  readonly own: EntryList | undefined
  readonly meId: string | null
  readonly isOpen: boolean
  readonly terms: TermsPart
  readonly tools?: ReactNode
}) {
  const { list, own, meId, isOpen } = props
  const text = useTexts('entries')
  const format = useFormat()
  const now = useNow(MINUTE_MS)
  const chosen = splitIn(useAddressChoice('split')[0])
  const [classId, setClassId] = useState(ALL)
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => setDoing(null)
  if (doing?.what === 'grid' && own) return <GridEditor list={own} onClose={close} />
  const mayJoin = (entry: EntryView): boolean => own !== undefined && mayAskToJoin(own, entry)
  const actions = (entry: EntryView) => (
    <>
      {mayJoin(entry) && (
        <Button
          size="small"
          aria-label={text('team.join.label', { name: nameOf(entry, text) })}
          onClick={() => setDoing({ what: 'join', entry })}
          onPointerEnter={() => void JoinDialog.preload()}
        >
          {text('team.join.send')}
        </Button>
      )}
      {own?.may.checkInAny && !entry.checkedIn && <CheckInFor list={own} entry={entry} />}
      {own?.may.changeAnyCar && (
        <IconButton label={text('admin.change', { name: nameOf(entry, text) })} onClick={() => setDoing({ what: 'change', entry })}>
          <Icon name="edit" />
        </IconButton>
      )}
      {own?.may.removeEntries && (
        <IconButton label={text('admin.remove', { name: nameOf(entry, text) })} onClick={() => setDoing({ what: 'remove', entry })}>
          <Icon name="trash" />
        </IconButton>
      )}
    </>
  )
  const mark = (entry: EntryView) => (
    <>
      {list.checkIn && entry.checkedIn && <Chip tone="good">{text('checkedIn')}</Chip>}
      {own?.account && own.withoutAccount.includes(entry.id) && (
        <Chip tone="warn">{text('admin.noAccount', { platform: PLATFORMS[own.account.provider] })}</Chip>
      )}
      {list.teamRules && driversIn(entry) < list.teamRules.minDriversCount && <Chip tone="warn">{text('team.tooFew')}</Chip>}
    </>
  )
  const common = {
    list,
    meId,
    mark,
    ...(own?.may.changeAnyCar || own?.may.removeEntries || list.entries.some(mayJoin) || list.waitingList.some(mayJoin) ? { actions } : {}),
  }
  const splitNo = list.splits && shownSplit(chosen, own?.mine?.splitNo ?? null, list.splits.splits)
  const inSplit = splitNo === null ? list.entries : list.entries.filter((entry) => entry.splitNo === splitNo)
  const shown = entriesOfClass(list.hasGridPositions ? gridOrder(inSplit) : byRank(inSplit), classId)
  const seatless = entriesOfClass(list.splits ? list.entries.filter((entry) => entry.splitNo === null) : [], classId)
  const waiting = entriesOfClass(list.waitingList, classId)
  const [seatlessKey, waitingKey] = list.teamRules ? (['team.seatless', 'team.waitingList'] as const) : (['split.seatless', 'waitingList'] as const)
  // a team is as strong as those who drive in it: nobody's own rank says where it would stand
  const isTold = own !== undefined && classId === ALL && !list.splits && !list.hasGridPositions && (own.mine !== null || !list.teamRules)
  const place = isTold ? placeByRank(list.entries, own) : null
  // of automated splits each has its own
  const strength = list.splits ? null : strengthOf(list.entries)
  return (
    <div className={css.tab}>
      <SeatsBar taken={list.taken} seats={list.seats} free={seatsForComer(list, now)} isOpen={isOpen} />
      {list.teamRules && <TeamRulesLine rules={list.teamRules} />}
      {list.splits && splitNo !== null && <SplitBar splits={list.splits} shown={splitNo} />}
      <div className={css.tools}>
        {props.tools}
        {list.carClasses.length > 1 && (
          <ChipChoice label={text('classes')} value={classId} onChange={setClassId} choices={classChoices(list.carClasses, text('all'))} />
        )}
        {strength !== null && <Chip tone="quiet">{text('split.strength', { rank: format.number(strength) })}</Chip>}
        {own?.may.setGridPositions && list.entries.length > 1 && (
          <Button disabled={classId !== ALL} onClick={() => setDoing({ what: 'grid' })}>
            {text('grid.order')}
          </Button>
        )}
        {own?.may.download && (
          <ButtonLink to={`/query/entry-list/${list.sessionId}/download${splitNo === null ? '' : `?splitNumber=${splitNo}`}`} file>
            {text('admin.download')}
          </ButtonLink>
        )}
        {own?.may.export && (
          <div className={css.line}>
            <ButtonLink to={`/query/entry-list/${list.sessionId}/export.csv`} file>
              {text('export.csv')}
            </ButtonLink>
            <Button onClick={() => window.print()}>{text('export.print')}</Button>
          </div>
        )}
      </div>
      {place && <p className={css.quiet}>{text(place.isIn ? 'rank.mine' : 'rank.would', { place: place.place, most: place.of })}</p>}
      {shown.length === 0 ? (
        <EmptyState title={text('none')}>{text(classId !== ALL ? 'noneOfClass' : list.teamRules ? 'team.noTeams' : 'noneWords')}</EmptyState>
      ) : (
        <ParticipantsList
          {...common}
          caption={text(list.teamRules ? 'team.teams' : 'participants')}
          entries={shown}
          numberOf={(entry, index) => (list.hasGridPositions ? (entry.gridPosition ?? '–') : index + 1)}
        />
      )}
      {seatless.length > 0 && (
        <>
          <h3 className={css.heading}>{text(seatlessKey, { count: seatless.length })}</h3>
          <p className={css.quiet}>{text('split.seatlessWords')}</p>
          <ParticipantsList
            {...common}
            caption={text(seatlessKey, { count: seatless.length })}
            entries={seatless}
            numberOf={(_, index) => inSplit.length + index + 1}
          />
        </>
      )}
      {waiting.length > 0 && (
        <>
          <h3 className={css.heading}>{text(waitingKey, { count: waiting.length })}</h3>
          <ParticipantsList
            {...common}
            caption={text(waitingKey, { count: waiting.length })}
            entries={waiting}
            numberOf={(entry) => entry.place ?? '–'}
          />
        </>
      )}
      {doing?.what === 'change' && own && <EntryDialog list={own} entry={listed(own, doing.entry)} onClose={close} />}
      {doing?.what === 'join' && own && <JoinDialog list={own} entry={doing.entry} terms={props.terms} onClose={close} />}
      {doing?.what === 'remove' && own && <RemoveDialog list={own} entry={doing.entry} onClose={close} />}
    </div>
  )
}
