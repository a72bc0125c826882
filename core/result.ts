import type { Refusal, RefusalCode, RefusalParams } from './refusal.ts'
import type { TextKeys } from './texts/keys.ts'

/** What a call comes to: the reply, or a coded refusal. A fault is thrown, never returned. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal; readonly keeps?: true }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })

type Wanted<Code extends RefusalCode> = TextKeys['refusals'][Code] & string
type Filled<Code extends RefusalCode> = [Wanted<Code>] extends [never]
  ? [params?: RefusalParams]
  : [params: RefusalParams & Readonly<Record<Wanted<Code>, RefusalParams[string]>>]

export type Refused<Code extends RefusalCode = RefusalCode> = { readonly ok: false; readonly refusal: Refusal & { readonly code: Code } }

/** Refuses with a code of the catalogue; `params` fill the placeholders of its message, all of them, `field` names the input it belongs to. */
export const refuse = <Code extends RefusalCode>(code: Code, ...[params = {}]: Filled<Code>): Refused<Code> => ({
  ok: false,
  refusal: { code, params },
})

/** A refusal that rolls nothing back: for a try that has to stay counted, a wrong password. Whoever gives it has written nothing else. */
export const keeping = <R extends { readonly ok: false; readonly refusal: Refusal }>(refusal: R): R & { readonly keeps: true } => ({
  ...refusal,
  keeps: true,
})

/** A policy's answer: `true`, or the refusal that says why not. */
export type Verdict = true | { readonly ok: false; readonly refusal: Refusal }

/** The first refusal among verdicts, or `true`. */
export const all = (...verdicts: readonly Verdict[]): Verdict => verdicts.find((verdict) => verdict !== true) ?? true

export const allowed = (verdict: Verdict): boolean => verdict === true
