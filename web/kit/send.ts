import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { BodyOf, CommandContract, ReplyOf, SentOf } from '#core/contract.ts'
import type { RefusalCode } from '#core/refusal.ts'
import { callCommand } from './connection/command.ts'
import { underKey } from './connection/unanswered.ts'
import { isRefusal, isUnanswered, type RefusalError, type Sent } from './http.ts'
import { dismissLost, dismissToast, toast } from './toast.ts'

/** Where a command goes: the id and the version `v` its path names, and whatever else stands there in braces. */
export type At = Readonly<Record<string, string | number>>

/** What came of sending: the answer, or why not. */
export type Attempt<Reply> = { readonly reply: Reply } | { readonly refusal: RefusalError }

type SendOptions<C> = {
  readonly onDone?: (reply: ReplyOf<C>) => void
  /** Codes the caller shows itself. A refusal of a field that has a place (`errorAt`) is left to the form in any case. */
  readonly handles?: readonly RefusalCode[]
  /** Said in a toast when it worked. */
  readonly said?: string
  /** Whether what is on screen is asked for anew afterwards; on unless the caller knows better. */
  readonly refresh?: boolean
}

/** What has to be asked first, the version of what is not on screen for example, belongs to the sending: it says as well that nobody answered. */
type Where = At | (() => Promise<At>)
type Call = { readonly body: Sent; readonly at: Where }
type RunState = { readonly isSending: boolean; readonly error: unknown; readonly isEdit: boolean }
const STILL: RunState = { isSending: false, error: null, isEdit: false }

const ALL = '*'
const SAYS = { isLost: isUnanswered, isOvertaken: (fault: unknown) => isRefusal(fault, 'VERSION_CONFLICT') }

/**
 * Sends a command. `send(body, at)` resolves with the reply or `null` when refused; `refusal` then says why, `errorAt(field)` is the
 * message for one input. What was typed stays typed.
 */
export function useSend<C extends CommandContract>(contract: C, options: SendOptions<C> = {}) {
  const client = useQueryClient()
  const told = useRef<number | null>(null)
  const isGone = useRef(false)
  // fields whose message the form has a place for; `ALL`: the caller shows the refusal itself, whatever it names
  const placed = useRef(new Set<string>())
  // what was typed into a form that is gone is no longer here
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      dismissLost(told.current)
    }
  }, [])
  const underWay = useRef(new Map<string, Promise<Attempt<ReplyOf<C>>>>())
  // those of now, however long ago it was sent
  const now = useRef(options)
  useEffect(() => {
    now.current = options
  })
  const { state, run, reset } = useRun()
  const call = async ({ body, at: where }: Call): Promise<ReplyOf<C>> => {
    // what is said of the last try is over with this one
    if (told.current !== null) dismissToast(told.current)
    const { v, ...at } = typeof where === 'function' ? await where() : where
    const sent = { command: contract.name, id: at['id'], sent: JSON.stringify([body, at]), v }
    const make = (key: string, over: typeof v | undefined) => callCommand(contract, body, { ...at, v: over }, key) as Promise<ReplyOf<C>>
    return underKey(sent, make, SAYS)
  }
  const done = (reply: ReplyOf<C>): void => {
    if (now.current.refresh !== false) void client.invalidateQueries()
    if (now.current.said) toast({ tone: 'good', text: now.current.said })
    now.current.onDone?.(reply)
  }
  const failed = (error: unknown, isEdit: boolean): void => {
    // what was on screen is no more, however that is said
    if (isRefusal(error, 'VERSION_CONFLICT', 'WRONG_STATE', 'TERMS_NOT_ACCEPTED')) void client.invalidateQueries()
    if (isEdit && isRefusal(error, 'VERSION_CONFLICT')) return
    const isShown = isRefusal(error) && error.field !== null && (placed.current.has(error.field) || placed.current.has(ALL))
    if (isShown || (isRefusal(error) && now.current.handles?.includes(error.code))) return
    told.current = toast({ tone: 'bad', refusal: isRefusal(error) ? error : undefined, isGone: isGone.current })
  }
  const attempted = (body: SentOf<C> | BodyOf<C>, at: Where, isEdit: boolean): Promise<Attempt<ReplyOf<C>>> => {
    const sent = JSON.stringify([body, at])
    // pressed twice before the button could say that it is busy
    const already = underWay.current.get(sent)
    if (already) return already
    const answer = run(
      () => call({ body: body as Sent, at }),
      done,
      (error) => failed(error, isEdit),
      isEdit,
    )
      .then(
        (reply) => ({ reply }),
        (error: unknown) => {
          if (isRefusal(error)) return { refusal: error }
          throw error
        },
      )
      .finally(() => underWay.current.delete(sent))
    underWay.current.set(sent, answer)
    return answer
  }
  const isMerged = state.isEdit && isRefusal(state.error, 'VERSION_CONFLICT')
  return {
    send: async (body: SentOf<C> | BodyOf<C>, at: Where = {}): Promise<ReplyOf<C> | null> => {
      const sent = await attempted(body, at, false)
      return 'reply' in sent ? sent.reply : null
    },
    /** For `useEdit`, which says itself what somebody else has changed. */
    attempt: (body: SentOf<C> | BodyOf<C>, at: At): Promise<Attempt<ReplyOf<C>>> => attempted(body, at, true),
    isSending: state.isSending,
    /** Where nobody answered there are no words of the server's: that is said at the edge of the page. */
    get refusal() {
      placed.current.add(ALL)
      return isRefusal(state.error) && state.error.message !== '' && !isMerged ? state.error : null
    },
    errorAt: (field: string): string | undefined => {
      placed.current.add(field)
      return isRefusal(state.error) && state.error.field === field ? state.error.message : undefined
    },
    reset,
  }
}

/** How the last call stands; of one that a later call has overtaken nothing is shown. */
function useRun() {
  const [state, setState] = useState(STILL)
  const last = useRef(0)
  const run = async <T>(call: () => Promise<T>, done: (reply: T) => void, failed: (error: unknown) => void, isEdit: boolean): Promise<T> => {
    const no = ++last.current
    const show = (next: RunState): void => {
      if (no === last.current) setState(next)
    }
    show({ isSending: true, error: null, isEdit })
    try {
      const reply = await call()
      done(reply)
      show(STILL)
      return reply
    } catch (error) {
      failed(error)
      show({ isSending: false, error, isEdit })
      throw error
    }
  }
  const reset = useCallback((): void => {
    last.current++
    setState(STILL)
  }, [])
  return { state, run, reset }
}
