import type { TrackFrom } from '#modules/result-files/rules.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import type { ImportPreview } from '../../contract/import.ts'
import css from './import.module.css'
import type { Chosen } from './import-state.ts'

const AUTO = 'auto'

/** What every part of a preview is drawn with. */
export type PreviewParts = {
  readonly preview: ImportPreview
  readonly chosen: Chosen
  readonly busy: boolean
  readonly onChange: (some: Partial<Chosen>) => void
}

/** Where the file goes, where the event leaves a choice: its server, the first of its races, whose track is told. */
export function PreviewSegment(props: PreviewParts) {
  const { preview, chosen, onChange } = props
  const text = useTexts('manual-results')
  const words = useTexts('results')
  const hasRaces = preview.races > 1 && preview.sessions.some(({ type }) => type === 'RACE')
  const other = preview.sessions.find(({ take, trackName }) => take && trackName !== null && trackName !== preview.trackName)
  if (!hasRaces && preview.splits === 1 && !other) return null
  return (
    <div className={css.place}>
      {preview.splits > 1 && (
        <SelectField
          label={text('import.split')}
          value={String(chosen.split ?? 1)}
          disabled={props.busy}
          onChange={(picked) => onChange({ split: Number(picked), matches: new Map() })}
          choices={Array.from({ length: preview.splits }, (_, i) => ({
            value: String(i + 1),
            label: words('filter.splitOf', { no: String(i + 1) }),
          }))}
        />
      )}
      {hasRaces && (
        <SelectField
          label={text('import.firstRace')}
          value={chosen.raceNo === undefined ? AUTO : String(chosen.raceNo)}
          disabled={props.busy}
          onChange={(picked) => onChange({ raceNo: picked === AUTO ? undefined : Number(picked) })}
          choices={[
            { value: AUTO, label: text(preview.target === 'DRAFTS' ? 'import.automatic' : 'import.next') },
            ...Array.from({ length: preview.races }, (_, i) => ({
              value: String(i + 1),
              label: words('tab.numbered', { name: words('tab.RACE'), no: String(i + 1) }),
            })),
          ]}
        />
      )}
      {other && (
        <SelectField
          label={text('import.track')}
          value={chosen.track ?? 'EVENT'}
          disabled={props.busy}
          onChange={(picked) => onChange({ track: picked as TrackFrom })}
          choices={[
            { value: 'EVENT', label: text('import.trackOfEvent', { track: preview.trackName }) },
            { value: 'FILE', label: text('import.trackOfFile', { track: other.trackName ?? '' }) },
          ]}
        />
      )}
    </div>
  )
}
