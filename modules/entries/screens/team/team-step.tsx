import { useState } from 'react'
import { useNow } from '#web/kit/clock.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { EntryList, EntryView } from '../../contract.ts'
import type { TermsPart } from '../community-asks.tsx'
import css from '../entries.module.css'
import { driversIn, mayAskToJoin, nameOf } from '../entry-list.ts'
import { seatsForComer } from '../next-action.ts'
import { JoinDialog } from './join-dialog.tsx'
import teamCss from './team.module.css'

/** Of an event in which teams share cars: whether somebody brings one, or joins one that has room. */
export function TeamStep(props: {
  readonly list: EntryList
  readonly title: string
  readonly terms: TermsPart
  readonly onRegister: () => void
  readonly onClose: () => void
}) {
  const { list, title, terms, onRegister, onClose } = props
  const text = useTexts('entries')
  const hasSeat = seatsForComer(list, useNow()) > 0
  const [joining, setJoining] = useState<EntryView | null>(null)
  if (joining) return <JoinDialog list={list} entry={joining} terms={terms} onClose={() => setJoining(null)} />
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onRegister}>
          {text(hasSeat ? 'team.register' : 'team.queue')}
        </Button>
      }
    >
      <p>{text('signUp.team')}</p>
      <ul className={teamCss.choice} aria-label={text('team.join.button')}>
        {teamsToJoin(list).map((entry) => (
          <li key={entry.id}>
            <span>
              <strong>{nameOf(entry, text)}</strong>{' '}
              <span className={css.quiet}>
                {driversIn(entry)} / {list.teamRules?.maxDriversCount} {text('team.drivers')}
              </span>
            </span>
            <Button aria-label={text('team.join.label', { name: nameOf(entry, text) })} onClick={() => setJoining(entry)}>
              {text('team.join.send')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Those with room; without any there is nothing to choose. */
export const teamsToJoin = (list: EntryList): readonly EntryView[] =>
  [...list.entries, ...list.waitingList].filter((entry) => mayAskToJoin(list, entry))
