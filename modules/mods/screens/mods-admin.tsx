import { useState } from 'react'
import type { EventView } from '#modules/sessions/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useLive } from '#web/kit/live.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { modsContract as calls, type ModView } from '../contract.ts'
import { ModDialog } from './mod-dialog.tsx'
import { ModList } from './mod-list.tsx'
import css from './mods.module.css'

/** The community's mods of the event's game, for its admins: events whose cars or track are of one show it by themselves. */
export function ModsAdmin({ event }: { readonly event: EventView }) {
  const text = useTexts('mods')
  const list = useAsk(calls.mods, { leagueId: event.leagueId, game: event.game }).data
  const [open, setOpen] = useState<{ readonly mod: ModView | null; readonly to: 'edit' | 'remove' } | null>(null)
  const close = () => setOpen(null)
  const remove = useSend(calls.RemoveMod, { said: text('removed'), onDone: close })
  useLive([`league:${event.leagueId}`])
  return (
    <Section title={text('title')}>
      <p className={css.quiet}>{text('adminWords')}</p>
      {list ? (
        <ModList mods={list.mods} onEdit={(mod) => setOpen({ mod, to: 'edit' })} onRemove={(mod) => setOpen({ mod, to: 'remove' })} />
      ) : (
        <Skeleton rows={1} height={96} />
      )}
      <div>
        <Button icon={<Icon name="plus" size={16} />} onClick={() => setOpen({ mod: null, to: 'edit' })}>
          {text('add')}
        </Button>
      </div>
      {open?.to === 'edit' && <ModDialog event={event} mod={open.mod} onClose={close} />}
      {open?.to === 'remove' && open.mod && (
        <ConfirmDialog
          title={text('removeTitle', { name: open.mod.name })}
          confirm={text('remove')}
          busy={remove.isSending}
          onConfirm={() => open.mod && void remove.send({}, { id: open.mod.id, v: open.mod.v })}
          onClose={close}
        >
          {text('removeWords')}
        </ConfirmDialog>
      )}
    </Section>
  )
}
