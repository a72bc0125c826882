import { roundsContract } from '#modules/rounds/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { useAskNow } from '#web/kit/ask.ts'
import { useZone } from '#web/kit/format.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import type { RoundView } from '../../contract/shapes.ts'

/** The same event once more in its series, as a draft. */
export function CloneRound({ round: { sessionId, name } }: { readonly round: RoundView }) {
  const text = useTexts('tournaments-planner')
  const askNow = useAskNow()
  const timeZone = useZone()
  const clone = useSend(roundsContract.CloneSession, { said: text('cloned') })
  const send = () => clone.send({ timeZone }, async () => ({ id: sessionId, v: (await askNow(sessionsContract.race, { id: sessionId })).v }))
  return (
    <Button look="ghost" size="small" busy={clone.isSending} aria-label={text('cloneOf', { name })} onClick={() => void send()}>
      {text('clone')}
    </Button>
  )
}
