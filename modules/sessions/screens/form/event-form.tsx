import { useEffect, useState } from 'react'
import { GAME_IDS } from '#games/game.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { EditNotes } from '#web/kit/edit/edit.ts'
import type { DraftNotes } from '#web/kit/edit/typed.ts'
import type { RefusalError } from '#web/kit/http.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { useTakenOver } from '#web/kit/visit.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form, FormButtons } from '#web/ui/form/form.tsx'
import { Stepper } from '#web/ui/form/stepper.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { sessionsContract } from '../../contract.ts'
import type { PlanFacts } from '#modules/billing/rules.ts'
import { BOUNDS } from '../../rules.ts'
import type { Opened } from '../choices/opening.ts'
import { isManual, stepOf, STEPS, tablesOf, type Change, type FormState } from './form-state.ts'
import { missingOn } from './missing.ts'
import css from './form.module.css'
import { StepContent } from './step-content.tsx'
import { StepGame } from './step-game.tsx'
import { StepPlan } from './step-plan.tsx'

// the last step: it comes while the first is looked at
const StepServer = lazyPart(() => import('./step-server.tsx'), 'StepServer', <Skeleton rows={5} height={60} />)

export type FormParts = {
  readonly form: FormState
  readonly change: Change
  readonly error: (field: string) => string | undefined
}

/** Whether it can be a daily race, or is the template of one already. */
export type DailyPart = 'choice' | 'template' | 'none'

type EventFormProps = {
  readonly form: FormState
  readonly change: Change
  /** The event that is there. */
  readonly was?: Opened
  readonly notes: DraftNotes | EditNotes
  readonly step: number
  readonly onStep: (step: number) => void
  readonly editing: boolean
  /** What it is a part of says the game. */
  readonly isGameSet?: boolean
  readonly daily: DailyPart
  readonly busy: boolean
  readonly refusal: RefusalError | null
  readonly games?: readonly string[]
  /** What the community's plan allows; unknown while it is on its way, the server checks in any case. */
  readonly plan?: PlanFacts
  readonly save: (publish: boolean) => Promise<unknown>
}
/** What belongs to the game that was picked before. */
const NEW_GAME = { hosting: null, trackId: null, layoutId: null, carIds: [], classes: [], options: {} } as const

/** Drawn in the browser alone, where what was typed before may be kept and a new start is in the reader's zone. */
export function EventForm(props: EventFormProps) {
  // the steps use the room's words too, and those of the games' options: a step must not wait for them and take the page away meanwhile
  useTexts('sessions')
  useTexts('game-options')
  return useTakenOver() ? <Steps {...props} /> : <Skeleton rows={4} height={60} />
}

/** The four steps of an event, for a new one and for one that exists. */
function Steps(props: EventFormProps) {
  const text = useTexts('sessions-form')
  const { form, change, step, onStep: setStep } = props
  useEffect(() => void StepServer.preload(), [])
  const [isShowing, setShowing] = useState(false)
  const [publishing, setPublishing] = useState(true)
  const { data } = useAsk(
    sessionsContract.catalogue,
    { game: form.game ?? GAME_IDS[0], part: 'plan' },
    { when: form.game !== null, staleMs: Infinity },
  )
  const game = data && tablesOf(data, isManual(form))
  const missing = missingOn(step, form, props.plan)
  const error = (field: string): string | undefined => {
    const own = isShowing ? missing[field] : undefined
    if (own) return text(`form.${own}`, { max: props.plan?.minutesPerEvent ?? BOUNDS.segmentMinutes })
    const { refusal } = props
    // a part of the plan has fields of its own
    const isWithin = field !== 'config.segments' && refusal?.field?.startsWith(`${field}.`)
    if (!refusal?.field || (refusal.field !== field && !isWithin)) return undefined
    return refusal.message
  }
  const [answered, setAnswered] = useState(props.refusal)
  // A refusal opens the step its field stands on; the form then moves the focus there.
  if (props.refusal !== answered) {
    setAnswered(props.refusal)
    if (props.refusal?.field) setStep(stepOf(props.refusal.field))
  }
  const isNewDaily = props.daily === 'choice' && form.daily !== null
  const parts: FormParts = { form, change, error }

  const go = (to: number): void => {
    setShowing(false)
    setStep(to)
    scrollTo({ top: 0 })
  }
  const submit = async (publish: boolean): Promise<void> => {
    setPublishing(publish)
    const faulty = STEPS.findIndex((_, index) => Object.keys(missingOn(index, form, props.plan)).length > 0)
    if (faulty >= 0) {
      setStep(faulty)
      setShowing(true)
      return
    }
    await props.save(publish)
  }
  const next = async (): Promise<void> => {
    if (Object.keys(missing).length > 0) setShowing(true)
    else if (step < STEPS.length - 1) go(step + 1)
    else await submit(true)
  }
  return (
    <div className={css.form}>
      <Stepper label={text('form.steps')} steps={STEPS.map((name) => text(`form.step.${name}`))} current={step} onGo={go} />
      <FormNotes of={props.notes} />
      {props.daily === 'template' && <p className={css.hint}>{text('form.dailyTemplate')}</p>}
      <Form onSubmit={next} label={text(`form.step.${STEPS[step]!}`)}>
        {step === 0 && (
          <StepGame
            {...parts}
            locked={props.editing || props.isGameSet === true}
            games={props.games ?? []}
            onPick={(picked) => {
              if (picked !== form.game)
                change({ ...form, ...NEW_GAME, game: picked, segments: form.segments.map((one) => ({ ...one, laps: null, options: {} })) })
              go(1)
            }}
          />
        )}
        {step === 1 && <StepContent {...parts} game={game} />}
        {step === 2 && <StepPlan {...parts} was={props.was} game={game} daily={props.daily} plan={props.plan} />}
        {step === 3 && <StepServer {...parts} game={game} plan={props.plan} editing={props.editing} />}
        <FormButtons>
          {step > 0 && <Button onClick={() => go(step - 1)}>{text('form.back')}</Button>}
          {step < STEPS.length - 1 && (
            <Button type="submit" look={props.editing ? 'secondary' : 'primary'}>
              {text('form.next')}
            </Button>
          )}
          {props.editing && (
            <Button look="primary" busy={props.busy} onClick={() => void submit(false)}>
              {text(isNewDaily ? 'form.startDaily' : 'form.save')}
            </Button>
          )}
          {!props.editing && step === STEPS.length - 1 && (
            <>
              {!isNewDaily && (
                <Button busy={props.busy && !publishing} onClick={() => void submit(false)}>
                  {text('form.saveDraft')}
                </Button>
              )}
              <Button type="submit" look="primary" busy={props.busy && publishing}>
                {text(isNewDaily ? 'form.startDaily' : 'form.publish')}
              </Button>
            </>
          )}
        </FormButtons>
      </Form>
    </div>
  )
}
