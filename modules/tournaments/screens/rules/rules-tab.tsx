import type { ReactNode } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { Markdown } from '#web/ui/data/markdown.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import type { TournamentView } from '../../contract/shapes.ts'
import { ShareButton } from '#web/ui/action/share-button.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { tournamentPath } from '#modules/sessions/rules/season.ts'
import { ClassRules, StewardRules } from './steward-rules.tsx'
import { BallastRules } from './ballast-rules.tsx'
import { TeamRules } from './team-rules.tsx'
import css from '../season.module.css'
import { figure } from '../words.ts'

/** The rules of the season as they are configured, each in a sentence. */
export function RulesTab({ season, terms }: { readonly season: TournamentView; readonly terms: ReactNode }) {
  const text = useTexts('tournaments-page')
  const more = useTexts('tournaments-rules')
  const { pointSystem: points, sessions, participationRules, entryRules } = season
  const { bonus, gridSize } = points
  const round = (id: string) => {
    const { no = 0, name = '' } = sessions.find(({ sessionId }) => sessionId === id) ?? {}
    return { no, name }
  }
  const places = points.overallPointTable.map((worth, at) => ({ worth, place: at + 1 }))
  const skips = participationRules.sessionSkipLimit
  return (
    <div className={css.rules}>
      <div className={css.buttons} data-screen-only>
        <Button onClick={() => print()}>{more('print')}</Button>
        <ShareButton title={season.name} path={`${tournamentPath(season)}#rules`} />
      </div>
      <Section title={text('rules.title')}>
        {points.onlyBestRaceTime ? (
          <p>
            {text('rules.time')} {more('timeCounts')}
          </p>
        ) : (
          <>
            <dl className={css.points}>
              {places.map(({ worth, place }) => (
                <div key={place}>
                  <dt>{text('cell.place', { place })}</dt>
                  <dd>{figure(worth)}</dd>
                </div>
              ))}
            </dl>
            <ul>
              <li>{text(points.scope === 'CLASS' ? 'rules.class' : 'rules.overall')}</li>
              {bonus.pole > 0 && <li>{text('rules.pole', { count: bonus.pole })}</li>}
              {bonus.fastestLap > 0 && (
                <li>
                  {bonus.fastestLapWithin === null
                    ? text('rules.fastest', { count: bonus.fastestLap })
                    : text('rules.fastestWithin', { count: bonus.fastestLap, within: bonus.fastestLapWithin })}
                </li>
              )}
              <li>{points.minimumDistancePercent > 0 ? text('rules.distance', { percent: points.minimumDistancePercent }) : more('distanceNone')}</li>
              {gridSize && <li>{text('rules.grid', gridSize)}</li>}
              {points.bestRounds.length === 0 && <li>{text('rules.allCount')}</li>}
              {points.bestRounds.map((part) => (
                <li key={part.from}>
                  {part.from === 1 && part.to >= sessions.length ? text('rules.bestAll', part) : text('rules.best', part)}
                  {part.except && ` ${more('always', { count: part.except.length, list: part.except.join(', ') })}`}
                </li>
              ))}
              <TeamRules points={points} />
              <li>{more(`shared.${points.sharedCar}`)}</li>
              <li>{text('rules.ties')}</li>
            </ul>
          </>
        )}
      </Section>
      {!points.onlyBestRaceTime && points.rounds.length > 0 && (
        <Section title={text('rules.special')}>
          <ul>
            {points.rounds.flatMap(({ sessionId, multiplier, table, raceTables, fastestLap }) =>
              [
                table && text('rules.table', { ...round(sessionId), table: table.map(figure).join(' – ') }),
                fastestLap !== null && more(fastestLap === 0 ? 'roundFastestNone' : 'roundFastest', { ...round(sessionId), count: fastestLap }),
                multiplier !== 1 && text('rules.multiplier', { ...round(sessionId), multiplier: figure(multiplier) }),
                ...(raceTables ?? []).map(
                  (own, at) => own && more('race', { ...round(sessionId), race: at + 1, table: own.map(figure).join(' – ') }),
                ),
              ]
                .filter((words) => typeof words === 'string')
                .map((words) => <li key={words}>{words}</li>),
            )}
          </ul>
        </Section>
      )}
      <ClassRules season={season} />
      {season.type === 'SERIES' ? (
        <Section title={text('rules.entry')}>
          <p>{more('series')}</p>
        </Section>
      ) : (
        <Section title={text('rules.entry')}>
          <ul>
            <li>{text(entryRules.joinAfterStart ? 'rules.late' : 'rules.notLate')}</li>
            <li>{more('line')}</li>
            <li>{text(`join.carChange.${entryRules.carChange}`)}</li>
            <li>{more('left')}</li>
            <li>{more('guests')}</li>
            <li>{skips === 0 ? text('rules.noSkips') : text('rules.skips', { count: skips })}</li>
          </ul>
        </Section>
      )}
      <BallastRules season={season} />
      <StewardRules season={season} />
      {terms}
      {season.description !== '' && (
        <Section title={text('rules.description')}>
          <Markdown>{season.description}</Markdown>
        </Section>
      )}
    </div>
  )
}
