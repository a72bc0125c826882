import { useTexts } from '#web/kit/texts.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { pinFrom, TEAM_NAME } from '../../rules/teams.ts'
import css from './team.module.css'

export type NewTeam = { readonly name: string; readonly pin: string }
export const newTeam = (): NewTeam => ({ name: '', pin: pinFrom(crypto.getRandomValues(new Uint8Array(4))) })

/** What a team brings beside its car: its name, and the PIN that its manager sends to the others. */
export function TeamFields(props: {
  readonly value: NewTeam
  readonly onChange: (value: Pick<NewTeam, 'name'>) => void
  readonly errorAt: (field: string) => string | undefined
}) {
  const { value, onChange, errorAt } = props
  const text = useTexts('entries')
  return (
    <>
      <TextField
        label={text('team.name')}
        value={value.name}
        onChange={(name) => onChange({ name })}
        maxLength={TEAM_NAME.max}
        autoComplete="off"
        error={errorAt('name')}
      />
      <p className={css.pinLine}>
        {text('team.pin')} <strong className={css.pin}>{value.pin}</strong>
        <small>{text('team.pinHint')}</small>
      </p>
    </>
  )
}
