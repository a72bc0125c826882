import { useEffect, useState } from 'react'
import type { UserId } from '#core/ids.ts'
import { searchWords } from '#core/search-words.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import css from './driver-picker.module.css'

const PAUSE_MS = 180
const LETTERS = 2
const MOST = 8

/** Finds drivers by name, one after another; those that are chosen already are not found again. */
export function DriverPicker(props: {
  readonly chosen: readonly string[]
  readonly onPick: (driver: { readonly id: UserId; readonly name: string }) => void
  readonly onClose: () => void
}) {
  const text = useTexts('laps')
  const [words, setWords] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(searchWords(words)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  const isLong = search.length >= LETTERS
  const { data, isFetching } = useAsk(accountsContract.searchUsers, { search, limit: MOST }, { when: isLong, keepLast: true })
  const found = isLong ? (data?.users ?? []).filter(({ id }) => !props.chosen.includes(id)) : []
  return (
    <Dialog title={text('picker.title')} onClose={props.onClose}>
      <div className={css.picker}>
        <TextField label={text('picker.search')} hint={text('picker.hint')} type="search" value={words} onChange={setWords} maxLength={60} />
        {found.length > 0 && (
          <ul className={css.found}>
            {found.map((user) => (
              <li key={user.id}>
                <button type="button" onClick={() => (props.onPick(user), props.onClose())}>
                  <Flag country={user.country} /> <b>{user.name}</b> <RatingBadges rating={user.rating} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <p aria-live="polite">{isLong && !isFetching && data && found.length === 0 && text('picker.nobody')}</p>
      </div>
    </Dialog>
  )
}
