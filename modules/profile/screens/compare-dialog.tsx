import type { UserId } from '#core/ids.ts'
import { useFoundDrivers } from '#web/kit/find-drivers.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { comparePath } from './compare-button.tsx'
import css from './profile.module.css'

/** Finds a driver by name, as every search here does, and stands the two side by side. */
export function CompareDialog({ id, onClose }: { readonly id: UserId; readonly onClose: () => void }) {
  const text = useTexts('profile')
  const { words, setWords, found, isNobody } = useFoundDrivers([id])
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
          {isNobody && text('compare.nobody')}
        </p>
      </div>
    </Dialog>
  )
}
