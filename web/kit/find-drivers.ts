import { useEffect, useState } from 'react'
import { searchWords } from '#core/search-words.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { useAsk } from './ask.ts'

const PAUSE_MS = 180
const LETTERS = 2
const MOST = 8

/** Drivers by what is typed of their names, but for those left out; `isNobody`: enough is typed, and nobody is called so. */
export function useFoundDrivers(leftOut: readonly string[]) {
  const [words, setWords] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(searchWords(words)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  const isLong = search.length >= LETTERS
  const { data, isFetching } = useAsk(accountsContract.searchUsers, { search, limit: MOST }, { when: isLong, keepLast: true })
  const found = isLong ? (data?.users ?? []).filter(({ id }) => !leftOut.includes(id)) : []
  return { words, setWords, found, isNobody: isLong && !isFetching && data !== undefined && found.length === 0 }
}
