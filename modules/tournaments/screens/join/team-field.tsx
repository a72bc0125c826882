import { useAsk } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { tournamentsContract } from '../../contract.ts'
import type { MemberView } from '../../contract/shapes.ts'
import { TOURNAMENT } from '../../rules.ts'
import css from '../season.module.css'

/** The name of a team: typed, or one of those there are by a tap, so that nobody drives alone by a letter. */
export function TeamField(props: {
  readonly season: MemberView
  readonly value: string
  readonly onChange: (name: string) => void
  readonly error?: string | undefined
}) {
  const text = useTexts('tournaments-page')
  const words = useTexts('tournaments-teams')
  const known = useAsk(tournamentsContract.standings, { id: props.season.id, scope: 'teams' }).data?.rows ?? []
  const names = known.flatMap(({ name }) => name ?? [])
  return (
    <>
      <TextField
        label={text('join.team')}
        hint={text('join.teamHint')}
        value={props.value}
        onChange={props.onChange}
        maxLength={TOURNAMENT.teamName}
        error={props.error}
      />
      {names.length > 0 && (
        <div role="group" aria-label={words('known')} className={css.buttons}>
          {names.map((name) => (
            <Button key={name} size="small" aria-pressed={name === props.value} onClick={() => props.onChange(name)}>
              {name}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

/** As it is sent: nothing typed is no team. */
export const teamOf = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim())
