import type { ReplyOf } from '#core/contract.ts'
import type { UserId } from '#core/ids.ts'
import type { EventView } from '#modules/sessions/contract.ts'
import { useMe } from '#web/kit/me.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { FieldPair, Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextArea, TextField } from '#web/ui/form/text-field.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { protestsContract as calls, type IncidentView } from '../contract.ts'
import { CATEGORIES, isOpen, PROTEST_TEXT, type Category } from '../rules.ts'
import { videoOf } from '../rules/video-link.ts'
import { CarField } from './car-field.tsx'
import { IncidentField, useIncidents } from './incident-field.tsx'
import { filledBy, isGone, pickedOf } from './picked.ts'
import css from './protests.module.css'
import { readTime, textFault } from './words.ts'

export type Tab = ReplyOf<typeof calls.sessionReports>
type Props = { readonly event: Pick<EventView, 'id'>; readonly tab: Tab; readonly segment: Tab['segments'][number]; readonly onClose: () => void }

/** What a driver saw: whom it names, where and when, in words and as a video (product.md §3 "Protest form"). */
export function ReportDialog({ event, tab, segment, onClose }: Props) {
  const text = useTexts('protests')
  const draft = useDraft(
    {
      reporteeId: null as UserId | null,
      participantId: null as string | null,
      splitNo: tab.splits[0] ?? tab.drivers[0]?.splitNo ?? 1,
      category: 'CONTACT' as Category,
      incident: null as string | null,
      lap: null as number | null,
      time: '',
      description: '',
      videoURL: '',
    },
    { draft: `protest ${event.id} ${segment.segment}` },
  )
  const { values, put } = draft
  const submit = useSend(calls.SubmitReport, {
    said: text('form.sent'),
    onDone: () => {
      draft.done()
      onClose()
    },
  })
  const splits = [...new Set(tab.drivers.map(({ splitNo }) => splitNo))]
  const me = useMe()
  const drivers = tab.drivers.filter(({ splitNo }) => splitNo === values.splitNo)
  const cars = drivers.find(({ id }) => id === values.reporteeId)?.cars.filter((one) => one.segmentIndex === segment.segmentIndex) ?? []
  const car = cars.find((one) => one.participantId === values.participantId)
  const isDriving = tab.splits.includes(values.splitNo)
  const driverId = isDriving && me ? me.id : values.reporteeId
  const { log, isCome, more } = useIncidents({ sessionId: event.id, segmentIndex: segment.segmentIndex, splitNo: values.splitNo }, driverId)
  // let go of only where it is shown and sent: a log that is being read anew may have it again
  const isLost = isCome && isGone(log!, values.incident)
  const video = videoOf(values.videoURL.trim())
  const timeMs = readTime(values.time)
  const isTimeRight = values.time.trim() === '' || timeMs !== null
  const fault = textFault(text, values.description)
  const isRight = values.reporteeId !== null && (cars.length === 0 || car !== undefined) && video !== null && isTimeRight && fault === null
  const change = (some: Partial<typeof values>) => {
    put(some)
    submit.reset()
  }
  const pick = (incident: string | null, one: IncidentView | null) => change({ incident, ...(one && filledBy(one, values, drivers)) })
  const send = async () => {
    if (!isRight) return
    await submit.send({
      reporteeId: values.reporteeId!,
      participantId: car?.participantId,
      sessionId: event.id,
      segmentIndex: segment.segmentIndex,
      splitNo: values.splitNo,
      category: values.category,
      incident: isLost ? null : pickedOf(values.incident),
      lapNumber: values.lap,
      incidentTimeMs: timeMs,
      description: values.description.trim(),
      videoURL: values.videoURL.trim(),
    })
  }
  const open = tab.reports.find(
    (one) => one.mine.as === 'reporter' && isOpen(one.status) && one.segmentIndex === segment.segmentIndex && one.reportee.id === values.reporteeId,
  )
  const title = text('form.title', { segment: text(`segment.${segment.type}`, { no: segment.no }) })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button type="submit" form="protest-report" look="primary" disabled={!isRight} busy={submit.isSending}>
          {text('form.send')}
        </Button>
      }
    >
      <Form id="protest-report" onSubmit={send} label={title}>
        <FormNotes of={draft.notes} />
        {splits.length > 1 && (
          <SelectField
            label={text('form.split')}
            value={String(values.splitNo)}
            onChange={(no) => change({ splitNo: Number(no), reporteeId: null, incident: null })}
            error={submit.errorAt('splitNo')}
            choices={splits.map((no) => ({ value: String(no), label: text('table.split', { no }) }))}
          />
        )}
        <IncidentField
          log={log}
          onMore={more}
          driverId={driverId}
          isOwn={isDriving}
          value={values.incident}
          isLost={isLost}
          onPick={pick}
          error={submit.errorAt('incident')}
        />
        {open && (
          <p className={css.quiet} role="status">
            {text('form.already')} <Link to={`/protests/${open.id}`}>{text('number', { no: open.leagueReportNo })}</Link>
          </p>
        )}
        <FieldPair>
          <SelectField
            label={text('form.who')}
            placeholder={text('form.choose')}
            value={values.reporteeId}
            onChange={(id) => change({ reporteeId: id as UserId })}
            error={submit.errorAt('reporteeId')}
            choices={drivers.map(({ id, name, raceNumber, teamName }) => ({
              value: id,
              label: [raceNumber === null ? '' : `#${raceNumber}`, name ?? text('table.gone'), teamName ? `(${teamName})` : '']
                .filter(Boolean)
                .join(' '),
            }))}
          />
          <SelectField
            label={text('form.what')}
            value={values.category}
            onChange={(category) => change({ category: category as Category })}
            choices={CATEGORIES.map((one) => ({ value: one, label: text(`category.${one}`) }))}
          />
        </FieldPair>
        <CarField
          cars={cars}
          value={car?.participantId ?? null}
          onPick={(participantId) => change({ participantId })}
          error={submit.errorAt('participantId')}
        />
        <FieldPair>
          <NumberField
            label={text('form.lap')}
            optional
            min={0}
            value={values.lap}
            onChange={(lap) => change({ lap })}
            error={submit.errorAt('lapNumber')}
          />
          <TextField
            label={text('form.time')}
            hint={text('form.timeHint')}
            optional
            inputMode="numeric"
            value={values.time}
            onChange={(time) => change({ time })}
            error={isTimeRight ? submit.errorAt('incidentTimeMs') : text('form.timeWrong')}
          />
        </FieldPair>
        <TextArea
          label={text('form.description')}
          hint={text('form.descriptionHint', PROTEST_TEXT)}
          rows={4}
          maxLength={PROTEST_TEXT.max}
          value={values.description}
          onChange={(description) => change({ description })}
          error={submit.errorAt('description') ?? (values.description === '' ? null : fault)}
        />
        <TextField
          label={text('form.video')}
          hint={text('form.videoHint')}
          type="url"
          inputMode="url"
          value={values.videoURL}
          onChange={(videoURL) => change({ videoURL })}
          error={submit.errorAt('videoURL') ?? (values.videoURL.trim() === '' || video ? null : text('form.videoWrong'))}
        />
      </Form>
    </Dialog>
  )
}
