import type { GameId } from '#games/game.ts'
import { GAME_NAME, GAME_SHORT } from '#web/kit/games.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { EVENT_GAMES } from '../../rules.ts'
import type { FormParts } from './event-form.tsx'
import css from './form.module.css'

/** One click picks the game and goes on. The community's own games stand first. */
export function StepGame(
  props: FormParts & { readonly locked: boolean; readonly games: readonly string[]; readonly onPick: (game: GameId) => void },
) {
  const text = useTexts('sessions')
  const { form, games, locked } = props
  const shown = locked
    ? EVENT_GAMES.filter((game) => game === form.game)
    : EVENT_GAMES.toSorted((a, b) => Number(games.includes(b)) - Number(games.includes(a)))
  return (
    <fieldset className={css.plain}>
      <legend className={css.question}>{text('form.whichGame')}</legend>
      <div className={css.games}>
        {shown.map((game) => (
          <button key={game} type="button" className={css.game} aria-pressed={game === form.game} onClick={() => props.onPick(game)}>
            <b>{GAME_SHORT[game]}</b>
            <span>{GAME_NAME[game]}</span>
          </button>
        ))}
      </div>
      <p className={css.error} aria-live="polite">
        {props.error('game')}
      </p>
    </fieldset>
  )
}
