import { useNow } from '#web/kit/clock.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { Button } from '#web/ui/action/button.tsx'
import { StartTime } from '#web/ui/data/time.tsx'
import { entriesContract, type EntryList } from '../../contract.ts'
import css from '../entries.module.css'
import { canCheckIn, checkInState, type CheckInState } from './state.ts'

type Own = EntryList & { readonly mine: NonNullable<EntryList['mine']> }

/** Of the reader's check-in what there is to say, or the button where they can. */
export function CheckIn({ list, part }: { readonly list: EntryList; readonly part: 'line' | 'button' }) {
  const state = checkInState(list, useNow())
  if (!state || !isOwn(list)) return null
  if (part === 'line') return <Line state={state} />
  return canCheckIn(state) ? <Tap list={list} state={state} /> : null
}

const isOwn = (list: EntryList): list is Own => list.mine !== null

/** One tap: the reader, or their team, is there. */
function Tap({ list: { sessionId, mine }, state }: { readonly list: Own; readonly state: CheckInState }) {
  const text = useTexts('entries-check-in')
  const checkIn = useSend(entriesContract.CheckIn, {
    onDone: ({ status }) => toast({ tone: 'good', text: text(status === 'ACTIVE' ? 'said.in' : 'said.ready') }),
  })
  return (
    <Button look="primary" busy={checkIn.isSending} onClick={() => void checkIn.send({ entryId: mine.id }, { refId: sessionId, v: mine.v })}>
      {text(state.kind === 'free' ? 'takeSeat' : 'button')}
    </Button>
  )
}

/** Until when to check in, or how it stands. */
function Line({ state }: { readonly state: CheckInState }) {
  const text = useTexts('entries-check-in')
  return (
    <p className={state.kind === 'now' || state.kind === 'nowInLine' || state.kind === 'free' ? css.note : css.quiet}>
      {text(`state.${state.kind}`)} {'at' in state && <StartTime at={state.at} short />}
    </p>
  )
}

type Closed = { readonly list: EntryList; readonly checkIn: NonNullable<EntryList['checkIn']> }
/** To whoever comes once the check-in has closed and has no seat: one that is free is then kept for somebody who waited. */
export function Closed({ list, checkIn }: Closed) {
  const text = useTexts('entries-check-in')
  return list.seatsLeft > 0 ? (
    <p>
      {text('offered')} <StartTime at={checkIn.offersEndAt} short />
    </p>
  ) : (
    <p>{text('full', { count: list.waiting })}</p>
  )
}
