import { useEffect, useState } from 'react'
import { searchWords } from '#core/search-words.ts'
import type { UserId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { comparePath } from './compare-button.tsx'
import css from './profile.module.css'

const PAUSE_MS = 180
const LETTERS = 2
const MOST = 8

/** Finds a driver by name, as every search here does, and stands the two side by side. */
export function CompareDialog({ id, onClose }: { readonly id: UserId; readonly onClose: () => void }) {
  const text = useTexts('profile')
  const [words, setWords] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(searchWords(words)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  const isLong = search.length >= LETTERS
  const { data, isFetching } = useAsk(accountsContract.searchUsers, { search, limit: MOST }, { when: isLong, keepLast: true })
  const found = isLong ? (data?.users ?? []).filter((user) => user.id !== id) : []
  return (
    <Dialog title={text('compare.withOther')} onClose={onClose}>
      <div className={css.picker}>
        <TextField label={text('compare.search')} hint={text('compare.searchHint')} type="search" value={words} onChange={setWords} maxLength={60} />
        {found.length > 0 && (
          <CardList>
            {found.map((user) => (
              <Link key={user.id} to={comparePath(id, user.id)} className={css.found} onClick={onClose}>
                <Flag country={user.country} /> <b>{user.name}</b> <RatingBadges rating={user.rating} />
              </Link>
            ))}
          </CardList>
        )}
        <p className={css.quiet} aria-live="polite">
          {isLong && !isFetching && data && found.length === 0 && text('compare.nobody')}
        </p>
      </div>
    </Dialog>
  )
}
