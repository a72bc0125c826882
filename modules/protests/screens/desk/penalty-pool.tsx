import { useState } from 'react'
import type { LeagueId } from '#core/ids.ts'
import { protestsContract as calls, type PooledPenalty } from '#modules/protests/contract.ts'
import { PROTEST_TEXT } from '#modules/protests/rules.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip, ChipChoice } from '#web/ui/mark/chip.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import css from '../protests.module.css'
import { Person } from '../report-list.tsx'
import { penaltyWords, textFault } from '../words.ts'

/** What drivers still have to serve at their next race: admins note that it was, let it go, or carry it over. */
export function PenaltyPool({ leagueId }: { readonly leagueId: LeagueId }) {
  const text = useTexts('protests')
  const [state, setState] = useState<'DUE' | 'SETTLED'>('DUE')
  const pool = useAsk(calls.penaltyPool, { leagueId, state, limit: 100 }, { keepLast: true }).data
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
      {pool.penalties.length === 0 ? (
        <EmptyState heading="h2" title={text('pool.none')}>
          {text('pool.noneWords')}
        </EmptyState>
      ) : (
        <CardList>
          {pool.penalties.map((one) => (
            <Pooled key={one.id} penalty={one} mayAct={pool.may.settle && one.state === 'DUE'} />
          ))}
        </CardList>
      )}
    </div>
  )
}

function Pooled({ penalty, mayAct }: { readonly penalty: PooledPenalty; readonly mayAct: boolean }) {
  const text = useTexts('protests')
  const [isForgiving, setForgiving] = useState(false)
  const at = { id: penalty.id }
  const serve = useSend(calls.ServePenalty, { said: text('pool.served') })
  const carry = useSend(calls.CarryPenaltyOver, { said: text('pool.carried') })
  return (
    <div className={css.pooled}>
      <div className={css.stacked}>
        <span>
          <Person {...penalty.driver} /> <strong>{penaltyWords(text, penalty)}</strong>
        </span>
        <span className={css.quiet}>
          <Link to={`/protests/${penalty.reportId}`}>{text('number', { no: penalty.leagueReportNo })}</Link>{' '}
          {text('pool.from', { event: penalty.sessionName })}
          {penalty.carriedOver > 0 && `, ${text('pool.carriedOver', { count: penalty.carriedOver })}`}
          {penalty.racesLeft > 1 && `, ${text('pool.left', { count: penalty.racesLeft })}`}
        </span>
        {penalty.note && <q>{penalty.note}</q>}
      </div>
      {mayAct ? (
        <div className={css.actions}>
          <Button size="small" busy={serve.isSending} onClick={() => void serve.send({}, at)}>
            {text('pool.serve')}
          </Button>
          <Button size="small" busy={carry.isSending} onClick={() => void carry.send({}, at)}>
            {text('pool.carry')}
          </Button>
          <Button size="small" look="ghost" onClick={() => setForgiving(true)}>
            {text('pool.forgive')}
          </Button>
        </div>
      ) : (
        <Chip tone="quiet">{text(`state.${penalty.state}`)}</Chip>
      )}
      {isForgiving && <Forgive penalty={penalty} onClose={() => setForgiving(false)} />}
    </div>
  )
}

function Forgive({ penalty, onClose }: { readonly penalty: PooledPenalty; readonly onClose: () => void }) {
  const text = useTexts('protests')
  const [reason, setReason] = useState('')
  const forgive = useSend(calls.ForgivePenalty, { said: text('pool.forgiven'), onDone: onClose })
  const fault = textFault(text, reason)
  return (
    <ConfirmDialog
      title={text('pool.forgiveTitle', { name: penalty.driver.name ?? text('table.gone') })}
      confirm={text('pool.forgive')}
      ready={fault === null}
      busy={forgive.isSending}
      onConfirm={() => void forgive.send({ reason: reason.trim() }, { id: penalty.id })}
      onClose={onClose}
    >
      <TextArea
        label={text('pool.why')}
        rows={3}
        maxLength={PROTEST_TEXT.max}
        value={reason}
        onChange={setReason}
        error={reason === '' ? null : fault}
      />
    </ConfirmDialog>
  )
}
