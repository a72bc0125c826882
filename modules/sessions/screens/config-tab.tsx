import type { ReactNode } from 'react'
import { useAsk } from '#web/kit/ask.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Markdown } from '#web/ui/data/markdown.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { sessionsContract, type EventView } from '../contract.ts'
import { isOver } from '../rules.ts'
import { RegionName } from './event-hero.tsx'
import { keysOf } from './form/form-state.ts'
import { optionsOf, shownValue, type Option } from './options.ts'
import { lengthOf } from './plan-strip.tsx'
import css from './sessions.module.css'

/** The read-only configuration: every option of the game by its group, in the words of the game's own table. */
export function ConfigTab({ event }: { readonly event: EventView }) {
  const text = useTexts('sessions')
  const format = useFormat()
  const game = useAsk(sessionsContract.catalogue, { game: event.game, part: 'options' }).data
  const yes = (is: boolean): string => text(is ? 'config.yes' : 'config.no')
  if (!game) return <Skeleton rows={6} height={44} />
  const options = optionsOf(game.options)
  const segmentOptions = optionsOf(game.segmentOptions)
  const keys = keysOf(event.segments.map(({ type }) => type))
  const groups = [...Map.groupBy(options, (option) => option.group)]
  return (
    <div className={css.config}>
      {event.description !== '' && isOver(event.status) && (
        <Card className={css.facts}>
          <h3>{text('event.about')}</h3>
          <Markdown>{event.description}</Markdown>
        </Card>
      )}
      <Facts
        title={text('config.general')}
        facts={[
          [text('config.maxEntries'), format.number(event.maxEntries)],
          [text('config.region'), <RegionName key="region" region={event.region} />],
          [text('config.registration'), <Time key="opens" at={event.registrationOpensAt} />],
          [text('config.rankedRace'), yes(event.isRanked)],
          [text('config.swap'), yes(event.driverSwap)],
          [text('config.grid'), yes(event.hasGridPositions)],
          [text('config.entryList'), yes(event.closedEntry)],
        ]}
      />
      {event.segments.map((segment, index) => (
        <Facts
          key={keys[index]}
          title={`${text(`segment.${segment.type}`)} · ${lengthOf(text, segment)}`}
          facts={segmentOptions.map((option) => factOf(option, segment.options[option.key]))}
        />
      ))}
      {groups.map(([group, inGroup]) => (
        <Facts key={group} title={text(`group.${group}`)} facts={inGroup.map((option) => factOf(option, event.options[option.key]))} />
      ))}
    </div>
  )

  function factOf(option: Option, value: unknown): Fact {
    return [option.label, shownValue(option, value ?? option.default, text)]
  }
}

type Fact = readonly [label: string, value: ReactNode]

const Facts = ({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) => (
  <Card className={css.facts}>
    <h3>{title}</h3>
    <dl>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </Card>
)
