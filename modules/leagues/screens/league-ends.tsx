import { useState } from 'react'
import { useGo } from '#web/kit/navigation.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { leaguesContract, type LeagueView } from '../contract.ts'
import css from './leagues.module.css'

/** Who may see the community, and its end: the owner's alone. */
export function LeagueEnds({ league }: { readonly league: LeagueView }) {
  const text = useTexts('leagues')
  const go = useGo()
  const [isClosing, setClosing] = useState(false)
  const [isHiding, setHiding] = useState(false)
  const isHidden = league.visibility === 'HIDDEN'
  const at = { id: league.id, v: league.v }
  const show = useSend(leaguesContract.ChangeVisibility, { said: text(isHidden ? 'ends.shown' : 'ends.hidden'), onDone: () => setHiding(false) })
  const close = useSend(leaguesContract.CloseLeague, { said: text('ends.closed'), onDone: () => go('/communities') })
  return (
    <div className={css.stack}>
      <p>{text(isHidden ? 'ends.isHidden' : 'ends.isPublic')}</p>
      <div className={css.buttons}>
        {isHidden ? (
          <Button busy={show.isSending} onClick={() => void show.send({ visibility: 'PUBLIC' }, at)}>
            {text('ends.show')}
          </Button>
        ) : (
          <Button onClick={() => setHiding(true)}>{text('ends.hide')}</Button>
        )}
        <Button look="danger" onClick={() => setClosing(true)}>
          {text('ends.close')}
        </Button>
      </div>
      {isHiding && (
        <ConfirmDialog
          title={text('ends.hideTitle', { name: league.name })}
          confirm={text('ends.hide')}
          busy={show.isSending}
          onConfirm={() => void show.send({ visibility: 'HIDDEN' }, at)}
          onClose={() => setHiding(false)}
        >
          {text('ends.hideWords')}
        </ConfirmDialog>
      )}
      {isClosing && (
        <ConfirmDialog
          title={text('ends.closeTitle', { name: league.name })}
          confirm={text('ends.close')}
          typed={league.shortName}
          busy={close.isSending}
          onConfirm={() => void close.send({}, at)}
          onClose={() => setClosing(false)}
        >
          {text('ends.closeWords')}
        </ConfirmDialog>
      )}
    </div>
  )
}
