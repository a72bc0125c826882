import { useState } from 'react'
import { isNotStarted } from '#modules/sessions/rules.ts'
import { useFormat } from '#web/kit/format.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { tournamentsContract } from '../../contract.ts'
import type { MemberView } from '../../contract/shapes.ts'
import { COMING, isToDrive, type Coming } from '../../rules.ts'
import css from './end-dialog.module.css'

/** A season ends; what is still to come of it is named, and leaves it in the same step. */
export function EndDialog({ season, onClose }: { readonly season: MemberView; readonly onClose: () => void }) {
  const page = useTexts('tournaments-page')
  const text = useTexts('tournaments-admin')
  const format = useFormat()
  const [coming, setComing] = useState<Coming>('KEEP')
  const end = useSend(tournamentsContract.EndTournament, { said: page('admin.ended'), onDone: onClose })
  const { id, v, name, sessions } = season
  const open = sessions.filter(({ status }) => isNotStarted(status))
  const up = sessions.find(({ status }) => isToDrive(status) && !isNotStarted(status))
  return (
    <ConfirmDialog
      title={page('admin.endTitle', { name })}
      confirm={page('admin.end')}
      ready={!up}
      busy={end.isSending}
      onConfirm={() => void end.send(open.length > 0 ? { coming } : {}, { id, v })}
      onClose={onClose}
    >
      {up ? (
        <p className={css.words}>{text('end.up', { name: up.name })}</p>
      ) : (
        <div className={css.all}>
          <p className={css.words}>{page('admin.endWords')}</p>
          {open.length > 0 && (
            <>
              <p className={css.words}>{text('end.coming', { count: open.length })}</p>
              <ul className={css.events}>
                {open.map((round) => (
                  <li key={round.sessionId}>
                    <b>{round.name}</b>
                    <span>{format.date(round.startsAt, 'dateTime')}</span>
                    {round.taken > 0 && <span>{text('end.drivers', { count: round.taken })}</span>}
                  </li>
                ))}
              </ul>
              <ChipChoice
                label={text('end.what')}
                value={coming}
                onChange={setComing}
                choices={COMING.map((one) => ({ value: one, label: text(`end.${one}`) }))}
              />
              <p className={css.words} aria-live="polite">
                {text(`end.words.${coming}`)}
              </p>
            </>
          )}
        </div>
      )}
    </ConfirmDialog>
  )
}
