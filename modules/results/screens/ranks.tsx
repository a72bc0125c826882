import { useTexts, type Text } from '#web/kit/texts.tsx'
import type { Column } from '#web/ui/data/data-table.tsx'
import { LicenceBadge, RankNumber, RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import { LicenceChange, RankChange } from '#web/ui/mark/rating-change.tsx'
import type { ResultRowView, SegmentView } from '../contract.ts'
import css from './ranks.module.css'

/** Licence and rank with what the race did to them; none where nobody has any. Of a team they stand beside its drivers, in the row's detail. */
export function rankColumns(text: Text<'results'>, { type, results }: SegmentView): readonly Column<ResultRowView>[] {
  const licence: Column<ResultRowView> = {
    key: 'licence',
    head: text('table.licence'),
    wideOnly: true,
    cell: ({ licenseChange, rating }) => (licenseChange ? <LicenceChange change={licenseChange} /> : rating && <LicenceBadge {...rating} />),
  }
  const rank: Column<ResultRowView> = {
    key: 'rank',
    head: text('table.rank'),
    ...(type === 'RACE' ? { headLabel: text('table.rankLabel') } : {}),
    kind: 'number',
    wideOnly: true,
    cell: ({ rankingChange, rating }) =>
      rating &&
      (rankingChange ? (
        <span className={css.rank}>
          <RankChange change={rankingChange} />
          <small>
            <RankNumber {...rating} />
          </small>
        </span>
      ) : (
        <RankNumber {...rating} />
      )),
  }
  return results.some(({ rating }) => rating !== null) ? [licence, rank] : []
}

/** A phone has what the race did to a rank below the points, or where there are none in a column of its own. */
export const phoneRank = (text: Text<'results'>, { results }: SegmentView, hasPoints: boolean): readonly Column<ResultRowView>[] =>
  !hasPoints && results.some(({ rankingChange }) => rankingChange)
    ? [
        {
          key: 'rankChange',
          head: text('table.rank'),
          headLabel: text('table.rankLabel'),
          kind: 'number',
          phoneOnly: true,
          cell: ({ rankingChange }) => rankingChange && <RankChange change={rankingChange} />,
        },
      ]
    : []

export function PointsHead({ results }: Pick<SegmentView, 'results'>) {
  const text = useTexts('results')
  return (
    <>
      {text('table.points')}
      {results.some(({ rankingChange }) => rankingChange) && <span className={css.phone}>{text('table.rank')}</span>}
    </>
  )
}

export const PhoneRank = ({ row: { rankingChange } }: { readonly row: ResultRowView }) =>
  rankingChange && (
    <span className={css.phone}>
      <RankChange change={rankingChange} />
    </span>
  )

/** What the race did to everybody in a car, in words. `isMeasured`: its file tells of contacts, without which no licence moves. */
export function RowRanks({ row, isMeasured }: { readonly row: ResultRowView; readonly isMeasured: boolean }) {
  const text = useTexts('results')
  const crew = row.participant.type === 'TEAM' ? row.drivers.flatMap(({ userId, name, ofTeam }) => (ofTeam ? [{ userId, name, ...ofTeam }] : [])) : []
  const all = row.participant.type === 'TEAM' ? crew : [{ ...row, userId: row.driverId }]
  const told = all.filter(({ rating, rankingChange }) => rating ?? rankingChange)
  const { unrankedReason: reason } = row
  if (told.length === 0 && !reason) return null
  return (
    <ul className={css.ranks}>
      {told.map(({ userId, name, rating, rankingChange, licenseChange }) => (
        <li key={userId}>
          {row.participant.type === 'TEAM' && <b>{name ?? text('table.removed')}</b>}
          {licenseChange ? <LicenceChange change={licenseChange} /> : !rankingChange && <RatingBadges rating={rating} />}
          {rating && rankingChange && (
            <span>
              {text('table.rank')} <RankNumber {...rating} />
            </span>
          )}
          {rankingChange && <RankChange change={rankingChange} told />}
        </li>
      ))}
      {reason && <li>{text(reason === 'STARTERS' ? 'ranking.whyClass' : `ranking.why.${reason}`)}</li>}
      {!isMeasured && told.some(({ licenseChange }) => licenseChange) && <li>{text('ranking.notMeasured')}</li>}
    </ul>
  )
}
