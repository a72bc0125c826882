import type { GameId } from '#games/game.ts'
import { EVENT_KINDS, type EventKind } from '#modules/sessions/rules/season.ts'
import { gameName } from '#web/kit/games.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'

/** What the events of a community are narrowed down to; nothing: all of them. */
export type Narrowed = { readonly kind?: EventKind; readonly game?: GameId }

type Props = { readonly games: readonly GameId[]; readonly value: Narrowed; readonly onChange: (value: Narrowed) => void }

/** Single events or those of seasons and rounds; the game, where the community has several. */
export function EventKinds({ games, value: { kind, game }, onChange }: Props) {
  const text = useTexts('event-kinds')
  const chosen = (next: { readonly kind: EventKind | ''; readonly game: GameId | '' }): Narrowed => ({
    ...(next.kind === '' ? {} : { kind: next.kind }),
    ...(next.game === '' ? {} : { game: next.game }),
  })
  return (
    <>
      <ChipChoice
        label={text('kind')}
        value={kind ?? ''}
        onChange={(next) => onChange(chosen({ kind: next, game: game ?? '' }))}
        choices={[{ value: '' as const, label: text('all') }, ...EVENT_KINDS.map((value) => ({ value, label: text(value) }))]}
      />
      {games.length > 1 && (
        <ChipChoice
          label={text('game')}
          value={game ?? ''}
          onChange={(next) => onChange(chosen({ kind: kind ?? '', game: next }))}
          choices={[{ value: '' as const, label: text('allGames') }, ...games.map((value) => ({ value, label: gameName(value) }))]}
        />
      )}
    </>
  )
}

export function NoSuchEvents({ onClear }: { readonly onClear: () => void }) {
  const text = useTexts('event-kinds')
  return <EmptyState heading="h2" title={text('none')} action={<Button onClick={onClear}>{text('clear')}</Button>} />
}
