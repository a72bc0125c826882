import { useState } from 'react'
import { useAsk } from '#web/kit/ask.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { resultFilesContract } from '../contract.ts'
import type { ChoiceView, LaterSegment, VersionView } from '../contract/later.ts'
import { CompareDialog, type Looked } from './compare-dialog.tsx'
import css from './result-files.module.css'
import { UndoDialog } from './undo-dialog.tsx'

const TONES = { STANDS: 'good', WAITING: 'warn', LEFT: 'quiet', REPLACED: 'quiet' } as const

/**
 * For admins of an event that is over: what came for a segment that is published already, and what was chosen. `part`: what waits stands above
 * the tables, what is decided below them.
 */
export function LaterResults(props: { readonly sessionId: string; readonly part: 'waiting' | 'decided' }) {
  const text = useTexts('result-files')
  const segments = useAsk(resultFilesContract.laterResults, { id: props.sessionId }).data?.segments ?? []
  const [looked, look] = useState<Looked | null>(null)
  const [undoing, undo] = useState<{ readonly choice: ChoiceView; readonly v: number } | null>(null)
  const shown = segments.filter(({ versions }) => versions.some(({ state }) => state === 'WAITING') === (props.part === 'waiting'))
  if (shown.length === 0) return null
  const rows = shown.flatMap((segment) => [
    ...segment.versions
      .filter(({ state }) => state !== 'STANDS')
      .map((version) => (
        <VersionRow key={version.id} segment={nameOf(segment)} version={version} onLook={() => look({ version, segment: nameOf(segment) })} />
      )),
    ...segment.choices.map((choice) => (
      <ChoiceRow key={choice.id} segment={nameOf(segment)} choice={choice} onUndo={() => undo({ choice, v: segment.v })} />
    )),
  ])
  return (
    <Section title={text(props.part === 'waiting' ? 'later.title' : 'later.decided')}>
      {props.part === 'waiting' && <p className={css.more}>{text('later.words')}</p>}
      <CardList>{rows}</CardList>
      {looked && <CompareDialog looked={looked} onClose={() => look(null)} />}
      {undoing && <UndoDialog choice={undoing.choice} v={undoing.v} onClose={() => undo(null)} />}
    </Section>
  )

  function nameOf({ type, no, splitNo }: LaterSegment): string {
    const segment = `${text(`segment.${type}`)}${segments.some((one) => one.type === type && one.no !== no) ? ` ${no}` : ''}`
    return segments.some((one) => one.splitNo !== splitNo) || splitNo > 1 ? text('later.ofSplit', { segment, split: String(splitNo) }) : segment
  }
}

function VersionRow(props: { readonly segment: string; readonly version: VersionView; readonly onLook: () => void }) {
  const { version } = props
  const text = useTexts('result-files')
  const format = useFormat()
  return (
    <div className={css.file}>
      <div className={css.words}>
        <strong className={css.name}>{version.fileName ?? text('later.byHand')}</strong>
        <span className={css.more}>
          {props.segment} · {text(version.isHandedIn ? 'later.handedIn' : 'later.ofServer')} ·{' '}
          <time dateTime={version.time}>{format.date(version.time, 'dateTime', true)}</time>
        </span>
      </div>
      <Chip tone={TONES[version.state]}>{text(`later.${version.state}`)}</Chip>
      <Button size="small" look={version.state === 'WAITING' ? 'primary' : 'secondary'} onClick={props.onLook}>
        {text('later.compare')}
      </Button>
    </div>
  )
}

/** Who chose what, when and why; the last one can be taken back. */
function ChoiceRow(props: { readonly segment: string; readonly choice: ChoiceView; readonly onUndo: () => void }) {
  const { choice } = props
  const text = useTexts('result-files')
  const format = useFormat()
  const by = (name: string | null): string => name ?? text('later.somebody')
  return (
    <div className={css.file}>
      <div className={css.words}>
        <span>
          {text(choice.action === 'TAKEN' ? 'later.taken' : 'later.left', { segment: props.segment, name: by(choice.by) })} <q>{choice.reason}</q>
        </span>
        <span className={css.more}>
          <time dateTime={choice.time}>{format.date(choice.time, 'dateTime', true)}</time>
          {choice.undone && <> · {text('later.undone', { name: by(choice.undone.by) })}</>}
        </span>
      </div>
      {choice.mayUndo && (
        <Button size="small" onClick={props.onUndo}>
          {text('later.undo')}
        </Button>
      )}
    </div>
  )
}
