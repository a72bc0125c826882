import { useState } from 'react'
import type { LeagueId } from '#core/ids.ts'
import { protestsContract as calls, type PooledPenalty } from '#modules/protests/contract.ts'
import { PROTEST_TEXT } from '#modules/protests/rules.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip, ChipChoice } from '#web/ui/mark/chip.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import css from '../protests.module.css'
import { More } from '../league/more.tsx'
import { usePages } from '../league/use-pages.ts'
import { Person } from '../report-list.tsx'
import { leftWords, penaltyWords, textFault } from '../words.ts'

/** What drivers still have to serve at their next race: admins note that it was, let it go, or carry it over. */
export function PenaltyPool({ leagueId }: { readonly leagueId: LeagueId }) {
  const text = useTexts('protests')
  const [state, setState] = useState<'DUE' | 'SETTLED'>('DUE')
  const pages = usePages(calls.penaltyPool, { leagueId, state }, ({ penalties }) => penalties)
  const pool = pages.reply
  if (!pool) return <Skeleton rows={4} height={56} />
  return (
    <div className={css.tab}>
      <ChipChoice
        label={text('desk.pool')}
        value={state}
        onChange={setState}
        choices={[
          { value: 'DUE', label: text('pool.due') },
          { value: 'SETTLED', label: text('pool.settled') },
        ]}
      />
      {pages.rows.length === 0 ? (
        <EmptyState heading="h2" title={text(state === 'DUE' ? 'pool.none' : 'pool.noneSettled')}>
          {text(state === 'DUE' ? 'pool.noneWords' : 'pool.noneSettledWords')}
        </EmptyState>
      ) : (
        <CardList>
          {pages.rows.map((one) => (
            <Pooled key={one.id} penalty={one} mayAct={pool.may.settle} />
          ))}
        </CardList>
      )}
      <More of={pages} />
    </div>
  )
}

function Pooled({ penalty, mayAct }: { readonly penalty: PooledPenalty; readonly mayAct: boolean }) {
  const text = useTexts('protests')
  const [asked, ask] = useState<'forgive' | 'reopen' | null>(null)
  const at = { id: penalty.id }
  const left = leftWords(text, penalty)
  const asRead = { racesLeft: penalty.racesLeft, carriedOver: penalty.carriedOver }
  const serve = useSend(calls.ServePenalty, { said: text('pool.served') })
  const carry = useSend(calls.CarryPenaltyOver, { said: text('pool.carried') })
  return (
    <div className={css.pooled}>
      <div className={css.stacked}>
        <Person {...penalty.driver} />
        <strong>{penaltyWords(text, penalty)}</strong>
        <span className={css.quiet}>
          <Link to={`/protests/${penalty.reportId}`}>{text('number', { no: penalty.leagueReportNo })}</Link>{' '}
          {text('pool.from', { event: penalty.sessionName })}
          {penalty.carriedOver > 0 && `, ${text('pool.carriedOver', { count: penalty.carriedOver })}`}
          {left && `, ${left}`}
        </span>
        {penalty.nextRace && (
          <span>
            {text('pool.next')} <Link to={`/events/${penalty.nextRace.id}`}>{penalty.nextRace.name}</Link>, <Time at={penalty.nextRace.startsAt} />
          </span>
        )}
        {penalty.races.map(({ sessionId, name, outcome }) => (
          <span key={sessionId} className={css.quiet}>
            <Link to={`/events/${sessionId}`}>{name}</Link>: {text(`pool.${outcome}`)}
          </span>
        ))}
        {penalty.note && <q>{penalty.note}</q>}
      </div>
      {mayAct && penalty.state === 'DUE' ? (
        <div className={css.actions}>
          <Button size="small" busy={serve.isSending} onClick={() => void serve.send(asRead, at)}>
            {text('pool.serve')}
          </Button>
          <Button size="small" busy={carry.isSending} onClick={() => void carry.send(asRead, at)}>
            {text('pool.carry')}
          </Button>
          <Button size="small" look="ghost" onClick={() => ask('forgive')}>
            {text('pool.forgive')}
          </Button>
        </div>
      ) : (
        <div className={css.actions}>
          <Chip tone="quiet">{text(`state.${penalty.state}`)}</Chip>
          {mayAct && penalty.state === 'SERVED' && !penalty.isTurned && (
            <Button size="small" onClick={() => ask('reopen')}>
              {text('pool.reopen')}
            </Button>
          )}
        </div>
      )}
      {asked && <Reasoned what={asked} penalty={penalty} onClose={() => ask(null)} />}
    </div>
  )
}

type Asked = { readonly what: 'forgive' | 'reopen'; readonly penalty: PooledPenalty; readonly onClose: () => void }

/** Letting a penalty go, or finding that it was not served, wants a reason. */
function Reasoned({ what, penalty, onClose }: Asked) {
  const text = useTexts('protests')
  const draft = useDraft({ reason: '' }, { draft: `penalty-${what} ${penalty.id}` })
  const { reason } = draft.values
  const onDone = () => {
    draft.done()
    onClose()
  }
  const forgive = useSend(calls.ForgivePenalty, { said: text('pool.forgiven'), onDone })
  const reopen = useSend(calls.ReopenPenalty, { said: text('pool.reopened'), onDone })
  const send = what === 'forgive' ? forgive : reopen
  const fault = textFault(text, reason)
  return (
    <ConfirmDialog
      title={text(`pool.${what}Title`, { name: penalty.driver.name ?? text('table.gone') })}
      confirm={text(`pool.${what}`)}
      ready={fault === null}
      busy={send.isSending}
      onConfirm={() => void send.send({ reason: reason.trim() }, { id: penalty.id })}
      onClose={onClose}
    >
      <FormNotes of={draft.notes} />
      <TextArea
        label={text('pool.why')}
        rows={3}
        maxLength={PROTEST_TEXT.max}
        value={reason}
        onChange={(typed) => draft.put({ reason: typed })}
        error={send.errorAt('reason') ?? (reason === '' ? null : fault)}
      />
    </ConfirmDialog>
  )
}
