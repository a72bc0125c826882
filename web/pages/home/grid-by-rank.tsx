import type { EntryList } from '#modules/entries/contract.ts'
import { useFormat } from '#web/kit/format.ts'
import { useMe } from '#web/kit/me.ts'
import { Flag } from '#web/ui/mark/flag.tsx'
import { gridRows } from './grid-rows.ts'
import css from './home.module.css'

/** Who is on the grid of the next race, the strongest first, and where the reader stands among them. */
export function GridByRank({ entries }: Pick<EntryList, 'entries'>) {
  const format = useFormat()
  const me = useMe()
  const isMine = ({ participant }: EntryList['entries'][number]): boolean => me !== null && me.id in participant.drivers
  return gridRows(entries, isMine).map(({ place, entry }) => {
    const { type, name, drivers, currentRank } = entry.participant
    return (
      <li key={entry.id} aria-current={isMine(entry) || undefined}>
        <b>{place}</b>
        {type === 'DRIVER' ? <Flag country={Object.values(drivers)[0]?.country} /> : <span />}
        <span className={css.small}>{name ?? '–'}</span>
        <span className={css.rank}>{currentRank === null ? '–' : format.number(currentRank)}</span>
      </li>
    )
  })
}
