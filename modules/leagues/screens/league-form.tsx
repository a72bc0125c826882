import { useState } from 'react'
import { LOCALES } from '#core/locale.ts'
import type { EditNotes } from '#web/kit/edit/edit.ts'
import type { DraftNotes } from '#web/kit/edit/typed.ts'
import type { RefusalError } from '#web/kit/http.ts'
import { gameName } from '#web/kit/games.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form, FieldPair } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { TextArea, TextField } from '#web/ui/form/text-field.tsx'
import { GAMES_OF_LEAGUE } from '../contract.ts'
import { ChoicesField } from './choices-field.tsx'
import type { LeagueForm } from './form-state.ts'
import { useLanguageName } from './language-name.ts'

/** What may be typed wrong; the rest is switched. */
type Field = Exclude<keyof LeagueForm, 'directJoin' | 'hasPassword' | 'discordRequired' | 'openEvents' | 'openResults'>

/** Founding and editing a community on one screen. All that is missing is said at once, each at its field; what the server refuses too. */
export function LeagueFormFields(props: {
  readonly form: LeagueForm
  readonly onChange: (change: Partial<LeagueForm>) => void
  readonly notes: DraftNotes | EditNotes
  readonly hadPassword: boolean
  readonly submit: string
  readonly busy: boolean
  readonly refusal: RefusalError | null
  readonly onSubmit: () => Promise<unknown>
}) {
  const text = useTexts('leagues')
  const languageName = useLanguageName()
  const isDiscordOffered = useMe()?.proofs.includes('discord') ?? false
  const [wrong, setWrong] = useState<ReadonlySet<Field>>(new Set())
  const { form } = props
  const put = (change: Partial<LeagueForm>): void => {
    setWrong(new Set([...wrong].filter((field) => !(field in change))))
    props.onChange(change)
  }
  const submit = async (): Promise<void> => {
    const faults = faultsOf(form, props.hadPassword)
    setWrong(new Set(faults))
    if (faults.length === 0) await props.onSubmit()
  }
  const { refusal } = props
  const errorAt = (field: Field): string | undefined => {
    if (wrong.has(field)) return text(`form.wrong.${field}`)
    if (refusal?.field?.split('.')[0] !== field) return undefined
    return refusal.code === 'MALFORMED' ? text(`form.wrong.${field}`) : refusal.message
  }
  return (
    <Form onSubmit={submit} label={props.submit}>
      <FormNotes of={props.notes} />
      <FieldPair>
        <TextField label={text('form.name')} value={form.name} maxLength={60} onChange={(name) => put({ name })} error={errorAt('name')} />
        <TextField
          label={text('form.shortName')}
          hint={text('form.shortNameHint')}
          value={form.shortName}
          maxLength={12}
          spellCheck={false}
          onChange={(shortName) => put({ shortName })}
          error={errorAt('shortName')}
        />
      </FieldPair>
      <TextArea
        label={text('form.description')}
        hint={text('form.descriptionHint')}
        optional
        rows={5}
        maxLength={5000}
        value={form.description}
        onChange={(description) => put({ description })}
        error={errorAt('description')}
      />
      <ChoicesField
        label={text('form.games')}
        values={form.games}
        onChange={(games) => put({ games })}
        choices={GAMES_OF_LEAGUE.map((game) => ({ value: game, label: gameName(game) }))}
        error={errorAt('games')}
      />
      <ChoicesField
        label={text('form.languages')}
        values={form.languages}
        onChange={(languages) => put({ languages })}
        choices={LOCALES.map((locale) => ({ value: locale, label: languageName(locale) }))}
        error={errorAt('languages')}
      />
      <SelectField
        label={text('form.wayIn')}
        hint={text('form.wayInHint')}
        value={form.directJoin ? 'join' : 'apply'}
        onChange={(way) => put({ directJoin: way === 'join' })}
        choices={[
          { value: 'join', label: text('form.join') },
          { value: 'apply', label: text('form.apply') },
        ]}
      />
      <SwitchField label={text('form.hasPassword')} value={form.hasPassword} onChange={(hasPassword) => put({ hasPassword, password: '' })} />
      {form.hasPassword && (
        <PasswordField
          label={text('form.password')}
          hint={text(props.hadPassword ? 'form.passwordKept' : 'form.passwordHint')}
          value={form.password}
          maxLength={32}
          autoComplete="new-password"
          onChange={(password) => put({ password })}
          error={errorAt('password')}
        />
      )}
      <SwitchField
        label={text('form.discordRequired')}
        hint={text(isDiscordOffered ? 'form.discordRequiredHint' : 'form.discordNotOffered')}
        value={form.discordRequired}
        // what is asked for already can be taken back
        disabled={!isDiscordOffered && !form.discordRequired}
        onChange={(discordRequired) => put({ discordRequired })}
      />
      <SwitchField
        label={text('form.openEvents')}
        hint={text('form.openEventsHint')}
        value={form.openEvents}
        onChange={(openEvents) => put({ openEvents })}
      />
      <SwitchField
        label={text('form.openResults')}
        hint={text('form.openResultsHint')}
        value={form.openResults}
        onChange={(openResults) => put({ openResults })}
      />
      <TextField
        label={text('form.inviteLink')}
        hint={text('form.inviteLinkHint')}
        optional
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={300}
        value={form.inviteLink}
        onChange={(inviteLink) => put({ inviteLink })}
        error={errorAt('inviteLink')}
      />
      <Button type="submit" look="primary" busy={props.busy}>
        {props.submit}
      </Button>
    </Form>
  )
}

const faultsOf = (form: LeagueForm, hadPassword: boolean): readonly Field[] => {
  const isPasswordKept = !form.hasPassword || (hadPassword && form.password === '')
  const checks: readonly (readonly [Field, boolean])[] = [
    ['name', [...form.name.trim()].length >= 3],
    ['shortName', /^[A-Za-z0-9_-]{2,12}$/.test(form.shortName.trim())],
    ['description', [...form.description.trim()].length <= 5000],
    ['languages', form.languages.length > 0],
    ['password', isPasswordKept || /^[\x20-\x7E]{4,32}$/.test(form.password)],
    ['inviteLink', form.inviteLink.trim() === '' || /^https:\/\/[^\s.]+\.\S+$/.test(form.inviteLink.trim())],
  ]
  return checks.filter(([, isRight]) => !isRight).map(([field]) => field)
}
