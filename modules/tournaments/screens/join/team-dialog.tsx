import { useId } from 'react'
import type { UserId } from '#core/ids.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { CheckField } from '#web/ui/form/switch-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { tournamentsContract } from '../../contract.ts'
import type { MemberView } from '../../contract/shapes.ts'
import { TeamField, teamOf } from './team-field.tsx'
import css from '../season.module.css'

type Driver = { readonly id: UserId; readonly name: string; readonly teamName: string | null }
type Props = { readonly season: MemberView; readonly driver: Driver | null; readonly onClose: () => void }

/** Another team: the reader's own until the season starts, anybody's by its admins, who name the whole team otherwise too. */
export function TeamDialog({ season, driver, onClose }: Props) {
  const page = useTexts('tournaments-page')
  const text = useTexts('tournaments-teams')
  const form = useId()
  const { values, put, notes, done } = useDraft(
    { name: (driver ? driver.teamName : season.entry?.teamName) ?? '', isForAll: false },
    { draft: `season team ${season.id} ${driver?.id ?? ''}` },
  )
  const { name, isForAll } = values
  const from = driver?.teamName ?? null
  const onDone = (): void => {
    done()
    onClose()
  }
  const sent = { said: text('changed'), onDone }
  const own = useSend(tournamentsContract.ChangeSeasonTeam, sent)
  const set = useSend(tournamentsContract.SetDriversTeam, sent)
  const rename = useSend(tournamentsContract.RenameSeasonTeam, { said: text('renamed'), onDone })
  const send = async (): Promise<void> => {
    const teamName = teamOf(name)
    if (from !== null && isForAll) {
      await rename.send({ teamName: from, newName: teamName ?? '' }, { id: season.id, v: season.v })
      return
    }
    await (driver ? set.send({ driverId: driver.id, teamName }, { id: season.id, v: season.v }) : own.send({ teamName }, { id: season.id }))
  }
  return (
    <Dialog
      title={driver ? text('titleOf', { name: driver.name }) : text('title')}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{page('join.cancel')}</Button>
          <Button look="primary" type="submit" form={form} busy={own.isSending || set.isSending || rename.isSending}>
            {text('save')}
          </Button>
        </>
      }
    >
      <FormNotes of={notes} />
      <Form id={form} onSubmit={send}>
        <p className={css.quiet}>{text(driver ? 'wordsOf' : 'words')}</p>
        <TeamField
          season={season}
          value={name}
          onChange={(typed) => put({ name: typed })}
          error={own.errorAt('teamName') ?? set.errorAt('teamName') ?? rename.errorAt('newName')}
        />
        {from !== null && (
          <CheckField label={text('all', { team: from })} hint={text('allHint')} value={isForAll} onChange={(whole) => put({ isForAll: whole })} />
        )}
      </Form>
    </Dialog>
  )
}
