import { useState } from 'react'
import type { LeagueId } from '#core/ids.ts'
import { RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Ago } from '#web/ui/data/time.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { membersContract, type ApplicationView } from '../contract.ts'
import { REMOVAL_REASON } from '../rules.ts'
import css from './members.module.css'

/** Who waits to be let in, longest waiting first; decided with one tap. */
export function ApplicationsList({ leagueId }: { readonly leagueId: LeagueId }) {
  const text = useTexts('members')
  const found = useAsk(membersContract.applications, { leagueId, status: 'PENDING', limit: 100 }).data
  if (!found) return <Skeleton rows={2} height={56} />
  if (found.total === 0) return <EmptyState title={text('application.none')}>{text('application.noneWords')}</EmptyState>
  return (
    <CardList>
      {found.applications.map((application) => (
        <ApplicationRow key={application.id} application={application} />
      ))}
    </CardList>
  )
}

function ApplicationRow({ application }: { readonly application: ApplicationView }) {
  const text = useTexts('members')
  const { user } = application
  const [isDeclining, setDeclining] = useState(false)
  const draft = useDraft({ reason: '' }, { draft: `decline ${application.id}` })
  const at = { id: application.id, v: application.v }
  const accept = useSend(membersContract.AcceptApplication, { said: text('application.accepted', { name: user.name }) })
  const decline = useSend(membersContract.DeclineApplication, {
    said: text('application.turnedDown', { name: user.name }),
    onDone: () => {
      draft.done()
      setDeclining(false)
    },
  })
  return (
    <div className={css.row}>
      <Flag country={user.country} />
      <span className={css.who}>
        <Link to={`/profile/${user.id}`}>{user.name}</Link> <RatingBadges rating={user.rating} />
        <span className={css.quiet}>
          {text('application.since')} <Ago at={application.appliedAt} />
        </span>
      </span>
      <span className={css.buttons}>
        <Button busy={accept.isSending} onClick={() => void accept.send({}, at)} aria-label={text('application.acceptNamed', { name: user.name })}>
          {text('application.accept')}
        </Button>
        <Button look="ghost" onClick={() => setDeclining(true)} aria-label={text('application.declineNamed', { name: user.name })}>
          {text('application.decline')}
        </Button>
      </span>
      {isDeclining && (
        <Dialog
          title={text('application.declineTitle', { name: user.name })}
          size="small"
          onClose={() => setDeclining(false)}
          actions={
            <Button look="danger" busy={decline.isSending} onClick={() => void decline.send({ reason: draft.values.reason.trim() }, at)}>
              {text('application.decline')}
            </Button>
          }
        >
          <FormNotes of={draft.notes} />
          <TextArea
            label={text('application.why')}
            hint={text('application.whyHint')}
            optional
            rows={3}
            maxLength={REMOVAL_REASON.max}
            value={draft.values.reason}
            onChange={(reason) => draft.put({ reason })}
            error={decline.errorAt('reason')}
          />
        </Dialog>
      )}
    </div>
  )
}
