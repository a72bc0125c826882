import { useQueries } from '@tanstack/react-query'
import type { QueryContract, ReplyOf, SentOf } from '#core/contract.ts'
import { asking } from '../ask.ts'

/** The answers to one query asked several times, such as chunk after chunk of a list; `undefined` for one that is on its way. Apart from `useAsk`, which every page loads. */
export function useAskEach<C extends QueryContract>(contract: C, all: readonly SentOf<C>[]): readonly (ReplyOf<C> | undefined)[] {
  return useQueries({ queries: all.map((params) => asking(contract, params)), combine: dataOf }) as readonly (ReplyOf<C> | undefined)[]
}

const dataOf = (answers: readonly { readonly data: unknown }[]): readonly unknown[] => answers.map(({ data }) => data)
