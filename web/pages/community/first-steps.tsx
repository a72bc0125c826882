import { leaguesContract } from '#modules/leagues/contract.ts'
import { FIRST_STEPS, STEPS, stepsDone, type FirstStep } from '#modules/leagues/rules.ts'
import type { LeagueOfUser } from '#modules/members/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { ShareButton } from '#web/ui/action/share-button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import css from './manage.module.css'
import { hashOf } from './sections.ts'

/** What a new community still needs; it is gone once all of it is there, or its owner wants to see no more of it. */
export function FirstSteps({ league }: { readonly league: LeagueOfUser }) {
  const text = useTexts('leagues')
  const place = { leagueId: league.id, configType: FIRST_STEPS, scope: 'LEAGUE' as const, scopeEntityId: league.id }
  const config = useAsk(leaguesContract.leagueConfig, place).data?.config as { readonly dismissed: boolean } | undefined
  const published = useAsk(sessionsContract.eventsOfLeague, { id: league.id, status: 'ALL', limit: 1 }).data?.total
  const drafts = useAsk(sessionsContract.drafts, { leagueId: league.id }).data?.events.length
  const dismiss = useSend(leaguesContract.SetConfig)
  if (config === undefined || config.dismissed || published === undefined || drafts === undefined) return null
  const done = stepsDone(league, published + drafts)
  if (done.size === STEPS.length) return null
  const path = `/communities/${league.id}`
  const ways: Readonly<Record<Exclude<FirstStep, 'members'>, string>> = {
    picture: `${path}#${hashOf('pictures')}`,
    description: `${path}#${hashOf('community')}`,
    terms: `${path}#${hashOf('terms')}`,
    event: `${path}/new-event`,
  }
  return (
    <Section title={text('steps.title')} aside={<span className={css.none}>{text('steps.done', { done: done.size, all: STEPS.length })}</span>}>
      <Card>
        <ol className={css.steps}>
          {STEPS.map((step) => (
            <li key={step} data-done={done.has(step) || undefined}>
              <span className={css.tick}>{done.has(step) && <Icon name="check" size={16} />}</span>
              <span>
                {step === 'members' || done.has(step) ? <b>{text(`steps.${step}`)}</b> : <Link to={ways[step]}>{text(`steps.${step}`)}</Link>}
                <span className="unseen"> {text(done.has(step) ? 'steps.isDone' : 'steps.isOpen')}</span>
                {!done.has(step) && <span className={css.why}>{text(`steps.${step}Why`)}</span>}
              </span>
              {step === 'members' && !done.has(step) && <ShareButton title={league.name} path={path} />}
            </li>
          ))}
        </ol>
        <Button look="ghost" busy={dismiss.isSending} onClick={() => void dismiss.send({ config: { dismissed: true } }, place)}>
          {text('steps.dismiss')}
        </Button>
      </Card>
    </Section>
  )
}
