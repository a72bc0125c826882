import type { UserId } from '#core/ids.ts'
import { useFoundDrivers } from '#web/kit/find-drivers.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import css from './driver-picker.module.css'

/** Finds drivers by name, one after another; those that are chosen already are not found again. */
export function DriverPicker(props: {
  readonly chosen: readonly string[]
  readonly onPick: (driver: { readonly id: UserId; readonly name: string }) => void
  readonly onClose: () => void
}) {
  const text = useTexts('laps')
  const { words, setWords, found, isNobody } = useFoundDrivers(props.chosen)
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
        <p aria-live="polite">{isNobody && text('picker.nobody')}</p>
      </div>
    </Dialog>
  )
}
