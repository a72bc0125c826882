import type { ReactNode } from 'react'
import { MINUTE_MS } from '#core/duration.ts'
import { manual } from '#games/manual/manual.ts'
import { isActive } from '#games/options.ts'
import { CHECK_IN } from '#modules/entries/rules/check-in.ts'
import { DEFAULT_POINTS, MINIMUM_DISTANCE_PERCENT, NO_BONUS } from '#modules/points/rules.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { Markdown } from '#web/ui/data/markdown.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { sessionsContract, type EventView } from '../contract.ts'
import { isOver, SPLITS_FROZEN_MS } from '../rules.ts'
import { askedIn, hasConditions, type JoinConditions, type JoinCondition, toldCondition } from '../rules/join-conditions.ts'
import { BopWords } from './bop-words.tsx'
import { RegionName } from './event-facts.tsx'
import { keysOf } from './form/form-state.ts'
import { GridTrial } from './points/grid-trial.tsx'
import { shownValue, type Option } from './options/options.ts'
import { isOfEvent } from './options/team-options.ts'
import { useOptions } from './options/use-options.ts'
import { lengthOf } from './plan-strip.tsx'
import { segmentName } from './segment-name.ts'
import css from './sessions.module.css'

/** The read-only configuration: every option of the game by its group, in the words of the game's own table. */
export function ConfigTab({ event }: { readonly event: EventView }) {
  const text = useTexts('sessions')
  const words = useTexts('sessions-config')
  const format = useFormat()
  // what a game can be told is of no account where no server of ours is told it
  const game = useAsk(sessionsContract.catalogue, { game: event.manualSession ? manual.id : event.game, part: 'options' }).data
  const yes = (is: boolean): string => words(is ? 'yes' : 'no')
  const options = useOptions(game?.options)
  const segmentOptions = useOptions(game?.segmentOptions)
  if (!game) return <Skeleton rows={6} height={44} />
  const keys = keysOf(event.config.segments.map(({ type }) => type))
  const balanced = event.cars.flatMap(({ id, name, bop }): Fact[] => (bop ? [[name, <BopWords key={id} bop={bop} />]] : []))
  const told = options.filter((option) => isOfEvent(option, event.config.options[option.key], event.driverSwap))
  const groups = [...Map.groupBy(told, (option) => option.group)]
  return (
    <div className={css.config}>
      {event.description !== '' && isOver(event.status) && (
        <Card className={css.facts}>
          <h2>{text('event.about')}</h2>
          <Markdown>{event.description}</Markdown>
        </Card>
      )}
      <Facts
        title={words('general')}
        facts={[
          [words('game'), event.gameName],
          [words('track'), [event.trackName, event.track.layoutName].filter(Boolean).join(' · ')],
          event.track.lengthM !== null && [words('lap'), format.kilometres(event.track.lengthM)],
          [words('maxEntries'), format.number(event.config.maxEntries)],
          event.hosting === 'AUTOMATIC' && [words('region'), <RegionName key="region" region={event.config.location} />],
          event.hosting === 'ELSEWHERE' && !event.manualSession && [words('server'), words('elsewhere')],
          event.manualSession && [words('results'), words('byHand')],
          [words('registration'), <Time key="opens" at={event.registrationOpensAt} />],
          [words('rankedRace'), yes(event.config.isRanked)],
          [words('swap'), yes(event.driverSwap)],
          !event.manualSession && [words('grid'), yes(event.config.hasGridPositions)],
          !event.manualSession && [words('entryList'), yes(event.config.closedEntry)],
          ...splitFacts(event, words),
          ...checkInFacts(event, words),
        ]}
      />
      {hasConditions(event.joinConditions) && <ConditionFacts conditions={event.joinConditions} />}
      <PointsFacts event={event} />
      {balanced.length > 0 && <Facts title={text('cars.bop')} facts={balanced} />}
      {segmentOptions.length > 0 &&
        event.config.segments.map((segment, index) => (
          <Facts
            key={keys[index]}
            title={`${segmentName(text, event.config.segments, index)} · ${lengthOf(text, segment)}`}
            facts={factsOf(segmentOptions, segmentOptions, segment.options)}
          />
        ))}
      {segmentOptions.length === 0 && <PlanFacts event={event} />}
      {groups.map(([group, inGroup]) => (
        <Facts key={group} title={text(`group.${group}`)} facts={factsOf(options, inGroup, event.config.options)} />
      ))}
    </div>
  )

  /** Options of a group that count, in the words of their table. */
  function factsOf(table: readonly Option[], inGroup: readonly Option[], values: EventView['config']['options']): readonly Fact[] {
    return inGroup
      .filter((option) => isActive(table, option, values))
      .map((option) => [option.label, shownValue(option, values[option.key] ?? option.default, text)])
  }
}

/** How many servers there are going to be is known when they are divided. */
function splitFacts({ driverSwap, config: { minSplitEntries: least, maxSplitEntries: most } }: EventView, words: Words): readonly Fact[] {
  if (least === null || most === null) return []
  return [
    [words('splits'), words(driverSwap ? 'splitSizesTeams' : 'splitSizes', { least, most })],
    [words('splitsDivided'), words('splitsWhen', { minutes: minutesOf(SPLITS_FROZEN_MS) })],
  ]
}

function checkInFacts({ config: { checkIn } }: EventView, words: Words): readonly Fact[] {
  if (!checkIn) return []
  const when = { opens: minutesOf(CHECK_IN.opensMs), closes: minutesOf(CHECK_IN.closesMs) }
  return [
    [words('checkIn'), words('checkInWhen', when)],
    [words('notCheckedIn'), words('toWaitingList')],
  ]
}

const minutesOf = (ms: number): number => ms / MINUTE_MS

/** The parts of the evening, of a game that has nothing else to say of them. */
function PlanFacts({ event }: { readonly event: EventView }) {
  const text = useTexts('sessions')
  const words = useTexts('sessions-config')
  const { segments } = event.config
  const facts = segments.map((segment, index): Fact => [segmentName(text, segments, index), lengthOf(text, segment)])
  return <Facts title={words('plan')} facts={facts} />
}

/** What drivers must have to show for themselves. */
function ConditionFacts({ conditions }: { readonly conditions: JoinConditions }) {
  const text = useTexts('sessions-conditions')
  const web = useTexts('web')
  const bound = (name: JoinCondition, value: number) =>
    text(
      `bound.${name}`,
      toldCondition(name, value, (licence) => web(`ui.licence.${licence}`)),
    )
  return <Facts title={text('title')} facts={askedIn(conditions).map(([name, value]) => [text(`name.${name}`), bound(name, value)])} />
}

/** What the places are worth. */
function PointsFacts({ event: { points, manualSession, config } }: { readonly event: EventView }) {
  const words = useTexts('sessions-config')
  const table = points?.table ?? DEFAULT_POINTS
  const bonus = points?.bonus ?? NO_BONUS
  return (
    <Facts
      title={words('points')}
      facts={[
        [words('byPlace'), table.join(' – ')],
        !manualSession && [words('distance'), `${points?.minimumDistancePercent ?? MINIMUM_DISTANCE_PERCENT} %`],
        points?.gridSize && [words('byGrid'), words('yes')],
        bonus.pole > 0 && [words('pole'), bonus.pole],
        bonus.fastestLap > 0 && [words('fastestLap'), bonus.fastestLap],
        points?.scope === 'CLASS' && [words('byClass'), words('yes')],
      ]}
    >
      {points?.gridSize && <GridTrial table={table} gridSize={points.gridSize} seats={config.maxEntries} />}
    </Facts>
  )
}

type Words = Text<'sessions-config'>
type Fact = readonly [label: string, value: ReactNode]

type Told = { readonly title: string; readonly facts: readonly (Fact | false | null | undefined)[]; readonly children?: ReactNode }

const Facts = ({ title, facts, children }: Told) => (
  <Card className={css.facts}>
    <h2>{title}</h2>
    <dl>
      {facts
        .filter((fact) => !!fact)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
    {children}
  </Card>
)
