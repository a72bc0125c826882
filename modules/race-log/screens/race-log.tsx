import { useState } from 'react'
import type { LogKind } from '#games/log/log.ts'
import type { ResultRowView, SegmentView } from '#modules/results/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useAskEach } from '#web/kit/connection/ask-each.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import { raceLogContract, type LogEntryView } from '../contract.ts'
import { ALL, CHUNK, clockText, entriesByLap, inRow, offsetsOf, shownOf } from '../rules.ts'
import css from './race-log.module.css'

/** What happened in a segment, lap by lap: everybody's or one driver's, of all kinds or one. Where a game's files carry nothing it says so. */
export function RaceLog(props: { readonly sessionId: string; readonly segment: SegmentView; readonly mine: string | null }) {
  const { segment } = props
  const text = useTexts('race-log')
  const isSignedIn = useMe() !== null
  // who drove begins with what happened to them
  const [chosen, chooseDriver] = useState<string | null>(null)
  const driver = shownOf(chosen, props.mine, segment.results)
  const [kind, chooseKind] = useState<LogKind | typeof ALL>(ALL)
  const [chunks, setChunks] = useState(1)
  const asked = {
    sessionId: props.sessionId,
    segment: segment.key,
    split: segment.splitNo,
    ...(driver === ALL ? {} : { participantId: driver }),
    ...(kind === ALL ? {} : { kind }),
    limit: CHUNK,
  }
  const contract = isSignedIn ? raceLogContract.raceLog : raceLogContract.publicRaceLog
  const log = useAsk(contract, { ...asked, offset: 0 }, { keepLast: true }).data
  const later = useAskEach(
    contract,
    offsetsOf(chunks * CHUNK, CHUNK).map((offset) => ({ ...asked, offset })),
  )
  const entries = [...(log?.entries ?? []), ...inRow(later).flatMap((chunk) => chunk.entries)]
  const names = new Map(segment.results.map((row) => [row.participantId, row]))
  const restart = () => setChunks(1)
  return (
    <Section title={text('title')}>
      <div className={css.log}>
        {!log && <Skeleton rows={4} height={44} />}
        {log && (log.state !== 'READ' || log.tells.length === 0) && <EmptyState title={text(log.state === 'WAITING' ? 'waiting' : 'none')} />}
        {log && log.state === 'READ' && log.tells.length > 0 && (
          <>
            <div className={css.filters}>
              <SelectField
                label={text('driver')}
                value={driver}
                onChange={(value) => (chooseDriver(value), chooseKind(ALL), restart())}
                choices={[
                  { value: ALL, label: text('everybody') },
                  ...segment.results.map((row) => ({ value: row.participantId, label: `${row.position} ${nameOf(row, text)}` })),
                ]}
              />
              {log.kinds.length > 1 && (
                <ChipChoice
                  label={text('kind')}
                  value={kind}
                  onChange={(value) => (chooseKind(value), restart())}
                  choices={[
                    { value: ALL, label: text('allKinds') },
                    ...log.kinds.map(({ kind: value, count }) => ({ value, label: text(`kinds.${value}`), count })),
                  ]}
                />
              )}
            </div>
            {entries.length === 0 ? (
              <EmptyState title={text(driver === ALL ? 'nothing' : 'nothingOfDriver')} />
            ) : (
              <Timeline entries={entries} rowOf={(id) => names.get(id)} />
            )}
            {log.total > entries.length && (
              <Button busy={later.includes(undefined)} onClick={() => setChunks(chunks + 1)}>
                {text('more')}
              </Button>
            )}
            <p className={css.note}>{text('tells', { kinds: log.tells.map((one) => text(`kinds.${one}`)).join(', ') })}</p>
          </>
        )}
      </div>
    </Section>
  )
}

const nameOf = (row: ResultRowView | undefined, text: Text<'race-log'>): string => row?.name ?? text('removed')

type RowOf = (id: string) => ResultRowView | undefined

function Timeline({ entries: all, rowOf }: { readonly entries: readonly LogEntryView[]; readonly rowOf: RowOf }) {
  const text = useTexts('race-log')
  return (
    <ol className={css.laps} aria-label={text('title')}>
      {entriesByLap(all).map(({ lap, entries }) => (
        <li key={lap ?? ALL}>
          <h3>{lap === null ? text('someLap') : text('lap', { lap })}</h3>
          <ol>
            {entries.map((entry) => (
              <Entry key={entry.no} entry={entry} rowOf={rowOf} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}

function Entry({ entry, rowOf }: { readonly entry: LogEntryView; readonly rowOf: RowOf }) {
  const text = useTexts('race-log')
  const row = rowOf(entry.participantId)
  const other = entry.otherId === null ? null : nameOf(rowOf(entry.otherId), text)
  const driver = entry.driverIndex === null ? null : (row?.drivers[entry.driverIndex]?.name ?? text('removed'))
  const more = [
    other !== null && text('with', { name: other }),
    driver !== null && text('takesOver', { name: driver }),
    entry.detail,
    entry.value !== null && valueText(entry.kind, entry.value, text),
  ].filter(Boolean)
  return (
    <li className={css.entry}>
      <span className={css.time}>{entry.atMs === null ? '' : clockText(entry.atMs)}</span>
      <span className={css.sign} data-tone={TONES[entry.kind] ?? 'plain'}>
        {text(`kinds.${entry.kind}`)}
      </span>
      <span className={css.what}>
        <strong>{nameOf(row, text)}</strong> {more.length > 0 && <span className={css.more}>{more.join(' · ')}</span>}
      </span>
    </li>
  )
}

/** What an admin or a driver looks for stands out. */
const TONES: Partial<Record<LogKind, 'bad' | 'warn' | 'calm'>> = {
  CONTACT_CAR: 'bad',
  PENALTY: 'bad',
  CONTACT_ENV: 'warn',
  SPIN: 'warn',
  OFF_TRACK: 'warn',
  INVALID_LAP: 'warn',
  PIT_STOP: 'calm',
  TYRES: 'calm',
  DRIVER_SWAP: 'calm',
}

function valueText(kind: LogKind, value: number, text: Text<'race-log'>): string | false {
  if (kind === 'CONTACT_CAR' || kind === 'CONTACT_ENV') return text('speed', { value })
  if (kind === 'PENALTY') return text('seconds', { value })
  return kind === 'INVALID_LAP' && text('cuts', { count: value })
}
