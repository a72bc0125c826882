import { reasonLength } from '#core/reason.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useFormat, type Format } from '#web/kit/format.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { PositionsGained } from '#web/ui/mark/change.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { resultFilesContract } from '../contract.ts'
import type { ComparedView, VersionView } from '../contract/later.ts'
import { CHOICE_REASON } from '../rules.ts'
import css from './result-files.module.css'

export type Looked = { readonly version: VersionView; readonly segment: string }

/** What stands and what came later, side by side: who gains, who loses; then an admin takes it or leaves it. */
export function CompareDialog(props: { readonly looked: Looked; readonly onClose: () => void }) {
  const { version, segment } = props.looked
  const text = useTexts('result-files')
  const words = useTexts('results')
  const format = useFormat()
  const { data } = useAsk(resultFilesContract.comparedResults, { id: version.id })
  const draft = useDraft({ reason: '' }, { draft: `choice ${version.id}` })
  const { reason } = draft.values
  const onDone = (): void => {
    draft.done()
    props.onClose()
  }
  const take = useSend(resultFilesContract.TakeLaterResult, { said: text('later.isTaken'), onDone })
  const leave = useSend(resultFilesContract.LeaveLaterResult, { said: text('later.isLeft'), onDone })
  const length = reasonLength(reason)
  const isRight = length >= CHOICE_REASON.min && length <= CHOICE_REASON.max
  const isBusy = take.isSending || leave.isSending
  const at = { id: version.id, v: data?.v ?? 0 }
  return (
    <Dialog
      title={text('later.compareTitle', { segment: segment })}
      size="wide"
      onClose={props.onClose}
      actions={
        <>
          {version.state === 'WAITING' && (
            <Button disabled={!data || !isRight || isBusy} busy={leave.isSending} onClick={() => void leave.send({ reason }, at)}>
              {text('later.leave')}
            </Button>
          )}
          <Button look="primary" disabled={!data || !isRight || isBusy} busy={take.isSending} onClick={() => void take.send({ reason }, at)}>
            {text('later.take')}
          </Button>
        </>
      }
    >
      <p className={css.more}>{text('later.compareWords', { file: version.fileName ?? text('later.byHand') })}</p>
      {!data && <Skeleton rows={6} height={36} />}
      {data && (
        <DataTable
          caption={text('later.compareTitle', { segment: segment })}
          columns={columnsOf(text, words, format)}
          rows={data.rows}
          rowKey={(row) => `${row.before?.position} ${row.after?.position}`}
        />
      )}
      <FormNotes of={draft.notes} />
      <TextArea
        label={text('later.reason')}
        hint={text('later.reasonHint')}
        value={reason}
        onChange={(typed) => draft.put({ reason: typed })}
        maxLength={CHOICE_REASON.max}
        rows={2}
        error={take.errorAt('reason') ?? leave.errorAt('reason')}
      />
    </Dialog>
  )
}

function columnsOf(text: Text<'result-files'>, words: Text<'results'>, format: Format): readonly Column<ComparedView>[] {
  const positionOf = (side: ComparedView['before']): string =>
    side === null ? '–' : side.status === 'FINISHED' ? format.number(side.position) : words(`status.${side.status}`)
  return [
    { key: 'after', head: text('later.after'), kind: 'position', cell: (row) => positionOf(row.after) },
    { key: 'before', head: text('later.before'), kind: 'number', cell: (row) => positionOf(row.before) },
    {
      key: 'driver',
      head: words('table.driver'),
      kind: 'main',
      cell: ({ name, positionsGained, before }) => (
        <>
          {name ?? text('later.somebody')}{' '}
          {positionsGained === null ? (
            <span className={css.more}>{text(before ? 'later.gone' : 'later.isNew')}</span>
          ) : (
            <PositionsGained gained={positionsGained} />
          )}
        </>
      ),
    },
    {
      key: 'points',
      head: words('table.points'),
      kind: 'number',
      cell: ({ after, pointsGained }) => (
        <>
          {after && format.number(after.points)}
          {pointsGained !== 0 && <span className={css.gained}>{format.signed(pointsGained)}</span>}
        </>
      ),
    },
    { key: 'laps', head: words('table.laps'), kind: 'number', wideOnly: true, cell: ({ before, after }) => lapsOf(before, after) },
  ]
}

const lapsOf = (before: ComparedView['before'], after: ComparedView['after']): string =>
  before && after && before.lapCount !== after.lapCount ? `${before.lapCount} → ${after.lapCount}` : String((after ?? before)?.lapCount ?? '')
