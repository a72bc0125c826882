import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { BodyOf, CommandContract, ReplyOf, SentOf } from '#core/contract.ts'
import type { RefusalCode } from '#core/refusal.ts'
import { callCommand, isRefusal, type RefusalError, type Sent } from './http.ts'
import { toast } from './toast.ts'

/** Where a command goes: the id and the version `v` its path names, and whatever else stands there in braces. */
export type At = Readonly<Record<string, string | number>>

/** What came of sending: the answer, or why not. */
export type Attempt<Reply> = { readonly reply: Reply } | { readonly refusal: RefusalError }

type SendOptions<C> = {
  readonly onDone?: (reply: ReplyOf<C>) => void
  /** Codes the caller shows itself. A refusal that names a field is left to the form in any case. */
  readonly handles?: readonly RefusalCode[]
  /** Said in a toast when it worked. */
  readonly said?: string
  /** Whether what is on screen is asked for anew afterwards; on unless the caller knows better. */
  readonly refresh?: boolean
}

/**
 * Sends a command. `send(body, at)` resolves with the reply or `null` when refused; `refusal` then says why, `errorAt(field)` is the
 * message for one input. What was typed stays typed.
 */
export function useSend<C extends CommandContract>(contract: C, options: SendOptions<C> = {}) {
  const client = useQueryClient()
  // The same click sent again after a broken connection carries the same key, so the server does the work once.
  const attempt = useRef<{ readonly sent: string; readonly key: string } | null>(null)
  const underWay = useRef<{ readonly sent: string; readonly answer: Promise<Attempt<ReplyOf<C>>> } | null>(null)
  const mutation = useMutation<ReplyOf<C>, RefusalError, { body: Sent; at: At; isEdit?: boolean }>({
    mutationFn: ({ body, at }) => {
      const sent = JSON.stringify([body, at])
      if (attempt.current?.sent !== sent) attempt.current = { sent, key: crypto.randomUUID() }
      return callCommand(contract, body, at, attempt.current.key) as Promise<ReplyOf<C>>
    },
    onSuccess: (reply) => {
      attempt.current = null
      if (options.refresh !== false) void client.invalidateQueries()
      if (options.said) toast({ tone: 'good', text: options.said })
      options.onDone?.(reply)
    },
    onError: (error, { isEdit }) => {
      // Only an unanswered call is worth repeating under its old key; a refusal is an answer.
      if (!isRefusal(error, 'UNAVAILABLE', 'FAULT')) attempt.current = null
      // what was on screen is no more, however that is said
      if (isRefusal(error, 'VERSION_CONFLICT', 'WRONG_STATE')) void client.invalidateQueries()
      if (isEdit && isRefusal(error, 'VERSION_CONFLICT')) return
      if (isRefusal(error) && (error.field !== null || options.handles?.includes(error.code))) return
      toast({ tone: 'bad', refusal: isRefusal(error) ? error : undefined })
    },
  })
  // pressed twice before the button could say that it is busy
  const once = (sent: string, go: () => Promise<Attempt<ReplyOf<C>>>): Promise<Attempt<ReplyOf<C>>> => {
    if (underWay.current?.sent === sent) return underWay.current.answer
    const answer = go().finally(() => {
      underWay.current = null
    })
    underWay.current = { sent, answer }
    return answer
  }
  const attempted = (body: SentOf<C> | BodyOf<C>, at: At, isEdit: boolean): Promise<Attempt<ReplyOf<C>>> =>
    once(JSON.stringify([body, at]), () =>
      mutation.mutateAsync({ body: body as Sent, at, isEdit }).then(
        (reply) => ({ reply }),
        (error: unknown) => {
          if (isRefusal(error)) return { refusal: error }
          throw error
        },
      ),
    )
  const isMerged = mutation.variables?.isEdit && isRefusal(mutation.error, 'VERSION_CONFLICT')
  return {
    send: async (body: SentOf<C> | BodyOf<C>, at: At = {}): Promise<ReplyOf<C> | null> => {
      const sent = await attempted(body, at, false)
      return 'reply' in sent ? sent.reply : null
    },
    /** For `useEdit`, which says itself what somebody else has changed. */
    attempt: (body: SentOf<C> | BodyOf<C>, at: At): Promise<Attempt<ReplyOf<C>>> => attempted(body, at, true),
    isSending: mutation.isPending,
    refusal: isRefusal(mutation.error) && !isMerged ? mutation.error : null,
    errorAt: (field: string): string | undefined =>
      isRefusal(mutation.error) && mutation.error.field === field ? mutation.error.message : undefined,
    reset: mutation.reset,
  }
}
