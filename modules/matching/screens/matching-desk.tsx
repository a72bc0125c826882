import { useState } from 'react'
import type { SessionId } from '#core/ids.ts'
import { segmentOfKey } from '#modules/results/rules.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Ago } from '#web/ui/data/time.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { matchingContract, type DeskView, type StrangerView } from '../contract.ts'
import { AssignDialog } from './assign-dialog.tsx'
import css from './matching.module.css'

/** For admins: whom nothing makes known in the results of an event, who they are, and a way back. */
export function MatchingDesk({ sessionId }: { readonly sessionId: string }) {
  const text = useTexts('matching')
  const [assigning, setAssigning] = useState<string | null>(null)
  const { data: desk } = useAsk(matchingContract.matchingDesk, { id: sessionId as SessionId })
  if (!desk || desk.strangers.length === 0) return null
  const open = desk.strangers.filter(({ match }) => !match?.here).length
  const stranger = desk.strangers.find(({ key }) => key === assigning)
  return (
    <Section title={text('title')} aside={open > 0 && <Chip tone="warn">{text('open', { count: open })}</Chip>}>
      <p className={css.words}>{text('words')}</p>
      <CardList>
        {desk.strangers.map((one) => (
          <StrangerRow key={one.key} sessionId={sessionId} stranger={one} text={text} onAssign={() => setAssigning(one.key)} />
        ))}
      </CardList>
      {stranger && <AssignDialog key={stranger.key} sessionId={sessionId} desk={desk} stranger={stranger} onClose={() => setAssigning(null)} />}
    </Section>
  )
}

type RowProps = { readonly sessionId: string; readonly stranger: StrangerView; readonly text: Text<'matching'>; readonly onAssign: () => void }

function StrangerRow({ sessionId, stranger, text, onAssign }: RowProps) {
  const { match, name, key, v } = stranger
  const words = useTexts('results')
  const undo = useSend(matchingContract.UndoMatch, { said: text('said.undone', { name }) })
  const assign = useSend(matchingContract.AssignDriver, { said: text('said.assigned', { name, driver: match?.name ?? '' }) })
  return (
    <div className={css.row}>
      <div className={css.who}>
        <strong>{name}</strong>
        <span className={css.more}>{seatsOf(stranger.seats, text, words)}</span>
        {stranger.account && <span className={css.more}>{text('account', { account: stranger.account })}</span>}
      </div>
      <div className={css.match}>
        {match ? (
          <>
            <span>
              {text(match.here ? 'is' : 'wasSaid')} <Link to={`/profile/${match.userId}`}>{match.name ?? text('somebody')}</Link>
            </span>
            <span className={css.more}>
              {match.by && text('by', { name: match.by })} <Ago at={match.at} />
            </span>
          </>
        ) : (
          <Chip tone="warn">{text('unknown')}</Chip>
        )}
      </div>
      <div className={css.actions}>
        {match && !match.here && (
          <Button
            busy={assign.isSending}
            aria-label={text('sameOf', { name, driver: match.name ?? '' })}
            onClick={() => void assign.send({ stranger: key, userId: match.userId }, { id: sessionId, v })}
          >
            {text('same')}
          </Button>
        )}
        <Button aria-label={text(match ? 'changeOf' : 'assignOf', { name })} onClick={onAssign}>
          {text(match ? 'change' : 'assign')}
        </Button>
        {match && (
          <Button look="ghost" busy={undo.isSending} aria-label={text('undoOf', { name })} onClick={() => void undo.send({}, { id: match.id, v })}>
            {text('undo')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Where somebody drove: Race P3 #22 Ferrari, one after the other. */
const seatsOf = (seats: DeskView['strangers'][number]['seats'], text: Text<'matching'>, words: Text<'results'>): string =>
  seats
    .map(({ segment, position, raceNumber, carName }) => {
      const { type, no } = segmentOfKey(segment)
      const name = words(`tab.${type}`)
      const tab = no === '1' ? name : words('tab.numbered', { name, no })
      return [text('seat', { segment: tab, position: String(position) }), raceNumber === null ? null : `#${raceNumber}`, carName]
        .filter(Boolean)
        .join(' ')
    })
    .join(' · ')
