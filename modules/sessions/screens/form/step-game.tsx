import { GAME_FACTS } from '#games/facts/facts.ts'
import { GAME_IDS, type GameId } from '#games/game.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import { isManualOnly, usualHosting } from '../../rules.ts'
import { hostedBy } from '../choices/choices.ts'
import type { FormParts } from './event-form.tsx'
import css from './form.module.css'
import { isManual } from './form-state.ts'

/** Who runs the server, then one click picks the game and goes on. The community's own games stand first. */
export function StepGame(
  props: FormParts & { readonly locked: boolean; readonly games: readonly string[]; readonly onPick: (game: GameId) => void },
) {
  const text = useTexts('sessions-form')
  const { form, change, games, locked } = props
  const shown = locked
    ? GAME_IDS.filter((game) => game === form.game)
    : GAME_IDS.toSorted((a, b) => Number(games.includes(b)) - Number(games.includes(a)))
  return (
    <>
      {!locked && (
        <div className={css.plain}>
          <ChipChoice
            label={text('form.whoHosts')}
            value={form.manual ? 'own' : 'ours'}
            onChange={(host) => change(hostedBy(form, host === 'own'))}
            choices={[
              { value: 'ours', label: text('form.hostOurs') },
              { value: 'own', label: text('form.hostOwn') },
            ]}
          />
          <p className={css.hint} aria-live="polite">
            {text(form.manual ? 'form.hostOwnHint' : 'form.hostOursHint')}
          </p>
        </div>
      )}
      <fieldset className={css.plain}>
        <legend className={css.question}>{text('form.whichGame')}</legend>
        <div className={css.games}>
          {shown
            .map((game) => GAME_FACTS[game])
            .map(({ id: game, name, shortName, isAnother }) => (
              <button key={game} type="button" className={css.game} aria-pressed={game === form.game} onClick={() => props.onPick(game)}>
                <b>{isAnother ? text('form.otherGame') : shortName}</b>
                <span>{isAnother ? text('form.otherGameWords') : name === shortName ? '' : name}</span>
                {(isManualOnly(game) || (locked && isManual(form))) && <small>{text('form.byHand')}</small>}
                {!isManualOnly(game) && !form.manual && usualHosting(game) === 'ELSEWHERE' && <small>{text('form.usuallyElsewhere')}</small>}
              </button>
            ))}
        </div>
        <p className={css.error} aria-live="polite">
          {props.error('game') ?? props.error('manualSession')}
        </p>
      </fieldset>
    </>
  )
}
