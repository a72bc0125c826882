import { useId, useState } from 'react'
import type { EventView } from '#modules/sessions/contract.ts'
import { useAskNow } from '#web/kit/ask.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import type { Version } from '#web/kit/edit/typed.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { CheckField, SwitchField } from '#web/ui/form/switch-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { modsContract as calls, type ModView } from '../contract.ts'
import { MOD } from '../rules.ts'
import css from './mods.module.css'

type Typed = {
  readonly name: string
  readonly version: string
  readonly url: string
  readonly forMembers: boolean
  /** Ids, each in or not. */
  readonly cars: Readonly<Record<string, boolean>>
  readonly tracks: Readonly<Record<string, boolean>>
}

/** A mod, new or known: what of this event is in it. What it has of other events stays in it. */
export function ModDialog({ event, mod, onClose }: { readonly event: EventView; readonly mod: ModView | null; readonly onClose: () => void }) {
  const text = useTexts('mods')
  const form = useId()
  const askNow = useAskNow()
  const [isChecked, setChecked] = useState(false)
  const add = useSend(calls.AddMod, { said: text('added') })
  const change = useSend(calls.EditMod, { said: text('saved') })
  const ask = async (): Promise<Version<Typed>> => {
    const { mods } = await askNow(calls.mods, { leagueId: event.leagueId, game: event.game })
    return versionOf(mods.find(({ id }) => id === mod?.id) ?? mod)
  }
  const labelOf: Readonly<Record<string, string>> = {
    name: text('name'),
    version: text('versionLabel'),
    url: text('url'),
    forMembers: text('forMembers'),
    cars: text('cars'),
    tracks: text('tracks'),
  }
  const edit = useEdit<Typed>({
    draft: `mod ${mod?.id ?? event.id}`,
    present: versionOf(mod),
    ask,
    save: async ({ v, values }) => {
      setChecked(true)
      const body = bodyOf(values)
      if (!isWhole(values)) return null
      if (mod) return change.attempt(body, { id: mod.id, v })
      return add.attempt({ leagueId: event.leagueId, game: event.game, ...body }, {})
    },
    naming: { label: ([key = '']) => labelOf[key] ?? key },
    onDone: onClose,
  })
  const { values, put } = edit
  const errorAt = (field: string): string | undefined => change.errorAt(field) ?? add.errorAt(field)
  const missing = (value: string): string | undefined => (isChecked && value.trim() === '' ? text('missing') : undefined)
  const isEmpty = [...idsIn(values.cars), ...idsIn(values.tracks)].length === 0
  return (
    <Dialog
      title={text(mod ? 'editTitle' : 'addTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('back')}</Button>
          <Button look="primary" type="submit" form={form} busy={edit.isSaving}>
            {text('save')}
          </Button>
        </>
      }
    >
      <FormNotes of={edit.notes} />
      <Form id={form} onSubmit={async () => void (await edit.save())}>
        <TextField
          label={text('name')}
          value={values.name}
          maxLength={MOD.name}
          error={missing(values.name) ?? errorAt('name')}
          onChange={(name) => put({ name })}
        />
        <TextField
          label={text('versionLabel')}
          value={values.version}
          maxLength={MOD.version}
          error={missing(values.version) ?? errorAt('version')}
          onChange={(version) => put({ version })}
        />
        <TextField
          label={text('url')}
          hint={text('urlHint')}
          inputMode="url"
          value={values.url}
          error={missing(values.url) ?? errorAt('url')}
          onChange={(url) => put({ url })}
        />
        <fieldset className={css.contains}>
          <legend>{text('contains')}</legend>
          <CheckField
            label={text('track', { name: event.trackName })}
            value={values.tracks[event.trackId] ?? false}
            onChange={(is) => put({ tracks: { ...values.tracks, [event.trackId]: is } })}
          />
          {event.cars.map((car) => (
            <CheckField
              key={car.id}
              label={car.name}
              value={values.cars[car.id] ?? false}
              onChange={(is) => put({ cars: { ...values.cars, [car.id]: is } })}
            />
          ))}
          <p className={css.refusal} aria-live="polite">
            {isChecked && isEmpty && text('nothingIn')}
          </p>
        </fieldset>
        <SwitchField
          label={text('forMembers')}
          hint={text('forMembersHint')}
          value={values.forMembers}
          onChange={(forMembers) => put({ forMembers })}
        />
      </Form>
    </Dialog>
  )
}

const allOf = (contents: ModView['cars']): Record<string, boolean> => Object.fromEntries(contents.map(({ id }) => [id, true]))
const idsIn = (contents: Typed['cars']): string[] => Object.keys(contents).filter((id) => contents[id])

const versionOf = (mod: ModView | null): Version<Typed> => ({
  v: mod?.v ?? 0,
  values: {
    name: mod?.name ?? '',
    version: mod?.version ?? '',
    url: mod?.url ?? '',
    forMembers: mod?.onlyFor === 'MEMBERS',
    cars: allOf(mod?.cars ?? []),
    tracks: allOf(mod?.tracks ?? []),
  },
})

const isWhole = ({ name, version, url, cars, tracks }: Typed): boolean =>
  [name, version, url].every((value) => value.trim() !== '') && idsIn(cars).length + idsIn(tracks).length > 0

const bodyOf = ({ name, version, url, forMembers, cars, tracks }: Typed) => ({
  name,
  version,
  url: url.trim(),
  onlyFor: forMembers ? ('MEMBERS' as const) : null,
  cars: idsIn(cars),
  tracks: idsIn(tracks),
})
