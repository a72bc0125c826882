import type { ReactNode } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { type Column, DataTable } from '#web/ui/data/data-table.tsx'
import { DriverCell } from '#web/ui/data/driver-cell.tsx'
import { Ago } from '#web/ui/data/time.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { LicenceBadge, RankNumber, RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import { NumberPlate } from '#web/ui/mark/number-plate.tsx'
import type { EntryView, PublicEntryList } from '../contract.ts'
import css from './entries.module.css'
import { firstDriver, isIn, nameOf } from './entry-list.ts'
import { TeamDrivers } from './team/team-drivers.tsx'
import { TeamPanels } from './team/team-panels.tsx'

/** Entries as a table, on a phone as cards. The first column counts, or tells the place on the grid or in the line. */
export function ParticipantsList(props: {
  readonly caption: string
  readonly list: PublicEntryList
  readonly entries: readonly EntryView[]
  readonly meId: string | null
  readonly numberOf: (entry: EntryView, index: number) => number | string
  readonly actions?: (entry: EntryView) => ReactNode
  /** Beside the name. */
  readonly mark?: (entry: EntryView) => ReactNode
}) {
  const { list, entries, actions, numberOf } = props
  const text = useTexts('entries')
  const classOf = (entry: EntryView) => list.carClasses.find((one) => one.id === entry.car.carClassId)
  const driver = (entry: EntryView, hasPlate = true) => (
    <DriverCell
      name={nameOf(entry, text)}
      // a team has no profile, and its drivers stand beside it
      userId={isTeam(entry) ? undefined : firstDriver(entry)?.id}
      country={firstDriver(entry)?.country}
      isTeam={isTeam(entry)}
      raceNumber={hasPlate ? entry.raceNumber : undefined}
      badge={entry.participant.badge}
      car={entry.car.name}
      carClass={classOf(entry)?.name ?? null}
      classColor={classOf(entry)?.color ?? null}
      rating="elsewhere"
      beside={props.mark?.(entry)}
    />
  )
  const buttons = (entry: EntryView) => <div className={css.rowActions}>{actions?.(entry)}</div>
  // where nobody was ever rated there is nothing to tell of anybody
  const isRated = entries.some(({ participant }) => Object.values(participant.drivers).some(({ rating }) => rating))
  const columns: readonly Column<EntryView>[] = [
    { key: 'place', head: '#', headLabel: text('table.place'), kind: 'position', cell: numberOf },
    { key: 'driver', head: text(list.teamRules ? 'team.team' : 'table.driver'), kind: 'main', cell: (entry) => driver(entry) },
    ...(list.teamRules ? [{ key: 'drivers', head: text('team.driversHead'), cell: teamDrivers }] : []),
    ...(isRated && !list.teamRules ? [{ key: 'licence', head: text('table.licence'), cell: licence }] : []),
    ...(isRated ? [{ key: 'rank', head: text('table.rank'), kind: 'number' as const, cell: rank }] : []),
    { key: 'livery', head: text('table.livery'), cell: (entry) => entry.car.skin?.replaceAll('_', ' ') ?? text('dialog.defaultLivery') },
    { key: 'since', head: text('table.registered'), cell: since },
    ...(actions ? [{ key: 'actions', head: text('table.actions'), cell: buttons, screenOnly: true }] : []),
  ]
  const isMine = (entry: EntryView): boolean => props.meId !== null && isIn(entry, props.meId)
  return (
    <>
      <div className={css.wide}>
        <DataTable caption={props.caption} columns={columns} rows={entries} rowKey={({ id }) => id} mine={isMine} />
      </div>
      <div className={css.cards}>
        {list.teamRules ? (
          <TeamPanels {...props} />
        ) : (
          <CardList>
            {entries.map((entry, index) => (
              <div key={entry.id} className={css.card} aria-current={isMine(entry) || undefined}>
                <span className={css.place}>{numberOf(entry, index)}</span>
                <NumberPlate number={entry.raceNumber} badge={entry.participant.badge} />
                <div className={css.who}>
                  {driver(entry, false)}
                  <RatingBadges rating={firstDriver(entry)?.rating} />
                </div>
                {actions && buttons(entry)}
              </div>
            ))}
          </CardList>
        )}
      </div>
    </>
  )
}

const licence = (entry: EntryView) => {
  const rating = firstDriver(entry)?.rating
  return rating && <LicenceBadge {...rating} />
}
const rank = (entry: EntryView) => {
  const { rank: own } = entry.participant
  return own === null ? '–' : <RankNumber rank={own} isProvisional={!isTeam(entry) && firstDriver(entry)?.rating?.isProvisional} />
}
const teamDrivers = (entry: EntryView) => <TeamDrivers entry={entry} small />
const isTeam = ({ participant }: EntryView): boolean => participant.type === 'TEAM'
const since = (entry: EntryView) => <Ago at={entry.registeredAt} />
