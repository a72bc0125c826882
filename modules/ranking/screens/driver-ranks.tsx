import { useState } from 'react'
import type { UserId } from '#core/ids.ts'
import { useFormat } from '#web/kit/format.ts'
import { gameName } from '#web/kit/games.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { LicenceBadge } from '#web/ui/mark/licence-badge.tsx'
import type { DriverRanksView } from '../contract.ts'
import { MOST_LEVEL } from '../rules/licence.ts'
import { PROVISIONAL_RACES } from '../rules/rank.ts'
import { RankLine } from './rank-line.tsx'
import css from './ranking.module.css'

const CHART_PX = 190
const RankChart = lazyPart(() => import('./rank-chart.tsx'), 'RankChart', <Skeleton rows={1} height={CHART_PX} />)

/** What a driver has reached in each game, and the licence; of who never drove a ranked race nothing. */
export function DriverRanks({ userId, ranks }: { readonly userId: UserId; readonly ranks: DriverRanksView }) {
  const text = useTexts('ranking')
  const format = useFormat()
  const { overall, license, games } = ranks
  if (!overall || !license) return null
  return (
    <Section
      title={text('title')}
      aside={
        <span className={css.quiet}>
          {text('overall', { rank: format.number(overall.rank) })} · <Place of={overall} />
        </span>
      }
    >
      <div className={css.cards}>
        <LicenceCard license={license} />
        {games.map((game) => (
          <GameCard key={game.game} userId={userId} game={game} />
        ))}
      </div>
    </Section>
  )
}

/** Among everybody who was rated. */
function Place({ of: { place, of } }: { readonly of: { readonly place: number; readonly of: number } }) {
  const text = useTexts('ranking')
  const format = useFormat()
  return text('place', { place: format.number(place), of: format.number(of) })
}

function LicenceCard({ license }: { readonly license: NonNullable<DriverRanksView['license']> }) {
  const text = useTexts('ranking')
  const format = useFormat()
  const { risesAt, racesToRise, safetyLevel } = license
  const level = format.number(safetyLevel, 2)
  const share = (of: number): string => `${(of / (MOST_LEVEL / 100)) * 100}%`
  return (
    <Card className={css.card}>
      <span className={css.head}>{text('licence')}</span>
      <span className={css.line}>
        <LicenceBadge license={license.license} />
        <strong className={css.level}>{level}</strong>
        <span className={css.quiet}>{text('level', { level })}</span>
      </span>
      <span className={css.bar} aria-hidden="true">
        <span style={{ inlineSize: share(safetyLevel) }} />
        {risesAt !== null && <i style={{ insetInlineStart: share(risesAt) }} />}
      </span>
      <span className={css.quiet}>
        {risesAt === null
          ? text('top')
          : racesToRise > 0
            ? text('risesAfter', { level: format.number(risesAt, 2), count: racesToRise })
            : text('rises', { level: format.number(risesAt, 2) })}
      </span>
      <span className={css.quiet}>{text('still')}</span>
    </Card>
  )
}

function GameCard({ userId, game: own }: { readonly userId: UserId; readonly game: DriverRanksView['games'][number] }) {
  const text = useTexts('ranking')
  const format = useFormat()
  const [isOpen, open] = useState(false)
  const { trend } = own
  return (
    <Card className={css.card}>
      <span className={css.head}>
        {gameName(own.game)}
        <span className={own.isProvisional ? css.provisional : css.quiet}>
          {own.isProvisional ? text('provisional', { races: own.races, most: PROVISIONAL_RACES }) : text('races', { count: own.races })}
        </span>
      </span>
      <span className={css.line}>
        <strong className={css.rank}>{format.number(own.rank)}</strong>
        <span className={trend > 0 ? css.up : trend < 0 ? css.down : css.quiet}>
          {trend !== 0 && <span aria-hidden="true">{trend > 0 ? '▲' : '▼'}</span>}
          {format.signed(trend)}
        </span>
        <span className={css.quiet}>{text('trend')}</span>
      </span>
      {own.line && <RankLine line={own.line} game={own.game} isProvisional={own.isProvisional} />}
      {!own.measuresContacts && (
        <span className={css.unmeasured}>
          <Chip tone="quiet">{text('unmeasured')}</Chip>
          <span className={css.quiet}>{text('unmeasuredWords', { game: gameName(own.game) })}</span>
        </span>
      )}
      <span className={css.foot}>
        <span className={css.quiet}>
          <Place of={own} /> · {text('peak', { rank: format.number(own.peak) })}
        </span>
        <Button size="small" aria-expanded={isOpen} onClick={() => open(!isOpen)} onPointerEnter={() => void RankChart.preload()}>
          {text(isOpen ? 'hide' : 'history')}
        </Button>
      </span>
      {isOpen && <RankChart userId={userId} game={own.game} />}
    </Card>
  )
}
