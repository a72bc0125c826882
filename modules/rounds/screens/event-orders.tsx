import { useZone } from '#web/kit/format.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, IconButton } from '#web/ui/action/button.tsx'
import { roundsContract } from '../contract.ts'
import type { RoundSession, RoundView } from '../contract/shapes.ts'
import css from './rounds.module.css'

/** What admins do with one event of a round: its place in the order, the same once more, out of it. */
export function EventOrders({ round, one, at }: { readonly round: RoundView; readonly one: RoundSession; readonly at: number }) {
  const text = useTexts('rounds-page')
  const timeZone = useZone()
  const order = useSend(roundsContract.SetRoundIndex)
  const clone = useSend(roundsContract.CloneSession, { said: text('said.cloned') })
  const remove = useSend(roundsContract.RemoveRoundSession, { said: text('said.eventRemoved') })
  const name = { name: one.name }
  const move = (index: number): void => void order.send({ index }, { id: one.id, v: one.v })
  return (
    <span className={css.buttons}>
      <IconButton label={text('events.up', name)} disabled={at === 0 || order.isSending} onClick={() => move(at)}>
        <span aria-hidden="true">↑</span>
      </IconButton>
      <IconButton label={text('events.down', name)} disabled={at === round.sessions.length - 1 || order.isSending} onClick={() => move(at + 2)}>
        <span aria-hidden="true">↓</span>
      </IconButton>
      <Button
        size="small"
        busy={clone.isSending}
        aria-label={text('events.cloneOf', name)}
        onClick={() => void clone.send({ timeZone }, { id: one.id, v: one.v })}
      >
        {text('events.clone')}
      </Button>
      {one.mayRemove && (
        <Button
          size="small"
          look="ghost"
          busy={remove.isSending}
          aria-label={text('events.removeOf', name)}
          onClick={() => void remove.send({ sessionId: one.id }, { id: round.id, v: round.v })}
        >
          {text('events.remove')}
        </Button>
      )}
    </span>
  )
}
