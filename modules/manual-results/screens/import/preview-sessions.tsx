import { segmentOfKey } from '#modules/results/rules.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import type { ImportPreview } from '../../contract/import.ts'
import css from './import.module.css'
import { PreviewSegment, type PreviewParts } from './preview-segment.tsx'
import { raceTimeText } from '../race-time.ts'

/** What the file holds, what of it is kept and where it goes. */
export function PreviewSessions(props: PreviewParts) {
  const { preview, chosen, onChange } = props
  const text = useTexts('manual-results')
  const words = useTexts('results')
  const taken = preview.sessions.filter(({ take }) => take).map(({ no }) => no)
  return (
    <section className={css.part} aria-label={text('import.sessions')}>
      <h3>{text('import.sessions')}</h3>
      <PreviewSegment preview={preview} chosen={chosen} busy={props.busy} onChange={onChange} />
      <ul className={css.sessions}>
        {preview.sessions
          // a file that goes on for years holds hundreds of other nights
          .filter((session) => session.why !== 'OTHER_EVENT')
          .map((session) => (
            <li key={session.no}>
              <label className={css.take}>
                <input
                  type="checkbox"
                  checked={session.take}
                  disabled={props.busy || session.why === 'EMPTY'}
                  onChange={() => onChange({ sessions: session.take ? taken.filter((no) => no !== session.no) : [...taken, session.no] })}
                />
                <span className={css.what}>
                  <strong>
                    {session.name || words(`tab.${session.type}`)}
                    {session.key && <span className={css.goes}> → {keyText(session.key)}</span>}
                  </strong>
                  <small>
                    {[words(`tab.${session.type}`), text('import.rows', { count: session.rows.length }), session.trackName]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
                {session.replaces && session.take && <Chip tone="warn">{text('import.replaces')}</Chip>}
                {session.waits && session.take && <Chip tone="warn">{text('import.waits')}</Chip>}
                {session.why && <Chip tone="quiet">{text(`import.why.${session.why}`)}</Chip>}
              </label>
              {session.warnings.map((warning) => (
                <p key={warning} className={css.note}>
                  {warning}
                </p>
              ))}
              {session.saved ? (
                <Beside preview={preview} session={session} saved={session.saved} />
              ) : (
                session.take && (
                  <details className={css.details}>
                    <summary>{text('import.showRows')}</summary>
                    <Rows preview={preview} rows={session.rows} name={session.name} />
                  </details>
                )
              )}
            </li>
          ))}
      </ul>
    </section>
  )

  /** `race-2` as its tab is called. */
  function keyText(key: string): string {
    const { type, no } = segmentOfKey(key)
    return words('tab.numbered', { name: words(`tab.${type}`), no })
  }
}

function Rows(props: { readonly preview: ImportPreview; readonly rows: ImportPreview['sessions'][number]['rows']; readonly name: string }) {
  const words = useTexts('results')
  const format = useFormat()
  const names = new Map(props.preview.participants.map(({ no, name }) => [no, name]))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <section className={css.scroll} tabIndex={0} aria-label={props.name}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{words('table.driver')}</th>
            <th scope="col">{words('table.laps')}</th>
            <th scope="col">{words('table.time')}</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.position}>
              <td>{format.number(row.position)}</td>
              <th scope="row">{names.get(row.participant)}</th>
              <td>{format.number(row.lapCount)}</td>
              <td>{row.status === 'FINISHED' ? raceTimeText(row.timeMs) || '–' : words(`status.${row.status}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Session = ImportPreview['sessions'][number]

/** What is saved of the race, and what the file would put in its place. */
function Beside(props: { readonly preview: ImportPreview; readonly session: Session; readonly saved: NonNullable<Session['saved']> }) {
  const { preview, session, saved } = props
  const text = useTexts('manual-results')
  const words = useTexts('results')
  const format = useFormat()
  const now = saved.fileName === null ? text('import.savedNow') : text('import.savedFrom', { file: saved.fileName })
  return (
    <div className={css.beside}>
      <div>
        <h4>{now}</h4>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
        <section className={css.scroll} tabIndex={0} aria-label={now}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">#</th>
                <th scope="col">{words('table.driver')}</th>
                <th scope="col">{words('table.time')}</th>
              </tr>
            </thead>
            <tbody>
              {saved.rows.map((row) => (
                <tr key={row.position}>
                  <td>{format.number(row.position)}</td>
                  <th scope="row">{row.name ?? text('manual.removed')}</th>
                  <td>{row.isSkip ? text('manual.skipped') : row.isDNF ? text('manual.dnf') : raceTimeText(row.timeMs) || '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
      <div>
        <h4>{text('import.inFile')}</h4>
        <Rows preview={preview} rows={session.rows} name={text('import.inFile')} />
      </div>
    </div>
  )
}
