import { TEAM_MOST, USUAL_TEAM } from '../../rules.ts'
import type { FormState } from '../form/form-state.ts'

type Table = { readonly options: readonly { readonly key: string }[] } | undefined

/** A car for several, where the game's table still has it for one; an admin chooses otherwise in the options. */
export const roomForTeams = ({ options }: Pick<FormState, 'options'>, game: Table): Partial<FormState> =>
  game?.options.some(({ key }) => key === TEAM_MOST) && (options[TEAM_MOST] ?? 1) === 1 ? { options: { ...options, [TEAM_MOST]: USUAL_TEAM } } : {}
