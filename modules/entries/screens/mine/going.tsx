import { useTexts } from '#web/kit/texts.tsx'
import type { EntryList, EntryView } from '../../contract.ts'
import css from '../entries.module.css'
import type { Leave } from '../next-action.ts'
import { Until } from '../until.tsx'
import { goingOf } from './going-of.ts'

/** Until when whoever is in, or waits, can go. */
export function Going(props: { readonly entry: EntryView; readonly cancel: Exclude<Leave, 'season'>; readonly list: EntryList }) {
  const text = useTexts('entries')
  const { managerId, drivers } = props.entry.participant
  const manager = (managerId && drivers[managerId]?.name) || text('team.manager')
  return goingOf(props).map((one) => {
    if (!('at' in one)) {
      return (
        <p key={one.key} className={css.quiet}>
          {text(one.key)}
        </p>
      )
    }
    const { key, at } = one
    return <Until key={key} what={key === 'team.until.both' || key === 'team.until.cancel' ? text(key, { manager }) : text(key)} at={at} />
  })
}
