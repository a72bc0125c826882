import type { EntryId } from '#core/ids.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { NumberPlate } from '#web/ui/mark/number-plate.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import type { ImportPreview } from '../../contract/import.ts'
import css from './import.module.css'
import { shownParticipants, type Chosen } from './import-state.ts'

const GUEST = 'guest'

/** Who of the file is whom of the event; what was found by name or number is a proposal somebody has to look at. */
export function PreviewMatches(props: {
  readonly preview: ImportPreview
  readonly chosen: Chosen
  readonly doubles: ReadonlySet<number>
  readonly onChange: (participant: number, entryId: EntryId | null) => void
}) {
  const { preview, chosen, doubles } = props
  const text = useTexts('manual-results')
  const people = shownParticipants(preview)
  const open = people.filter(({ no }) => (chosen.matches.get(no) ?? null) === null).length
  const choices = [
    { value: GUEST, label: text('import.guest') },
    ...preview.entries
      .map((entry) => ({
        value: entry.entryId as string,
        label: [`#${entry.raceNumber}`, entry.name ?? entry.drivers.find((name) => name !== null) ?? text('manual.removed'), entry.carName]
          .filter(Boolean)
          .join(' · '),
      }))
      .toSorted((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true })),
  ]
  if (people.length === 0) return null
  return (
    <section className={css.part} aria-label={text('import.matches')}>
      <h3>{text('import.matches')}</h3>
      <p className={css.hint}>
        {text('import.matchWords')} {open > 0 && text('import.guests', { count: open })}
      </p>
      <ul className={css.matches}>
        {people.map((one) => {
          const entryId = chosen.matches.get(one.no) ?? null
          const by = entryId === one.match?.entryId ? (one.match?.by ?? null) : entryId === null ? null : 'CHOSEN'
          return (
            <li key={one.no} className={css.match}>
              <span className={css.what}>
                <strong>
                  <NumberPlate number={one.raceNumber} /> {one.name}
                </strong>
                <small>{[one.type === 'TEAM' && one.drivers.join(', '), one.carName].filter(Boolean).join(' · ')}</small>
              </span>
              <span className={css.by}>
                <Chip tone={by === null || by === 'KNOWN' || by === 'NAME' || by === 'NUMBER' ? 'warn' : 'good'}>
                  {text(`import.by.${by ?? 'NOBODY'}`)}
                </Chip>
              </span>
              <SelectField
                label={text('import.matchOf', { name: one.name })}
                value={entryId ?? GUEST}
                onChange={(picked) => props.onChange(one.no, picked === GUEST ? null : (picked as EntryId))}
                choices={choices}
                error={doubles.has(one.no) ? text('import.twice') : undefined}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
