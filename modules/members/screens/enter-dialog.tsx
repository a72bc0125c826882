import { useState, type ReactNode } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { CheckField } from '#web/ui/form/switch-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { LeagueOfUser } from '../contract.ts'
import css from './members.module.css'
import { stepsOf, type useEnter } from './use-enter.ts'

/** One step after the other; a password the server refuses brings its step back with the message, and what was typed. */
export function EnterDialog(props: {
  readonly league: LeagueOfUser
  readonly terms: ReactNode
  readonly enter: ReturnType<typeof useEnter>
  readonly onClose: () => void
  /** In, or applied; otherwise it closes. */
  readonly onEntered?: () => void
}) {
  const text = useTexts('members')
  const { league, enter } = props
  const steps = stepsOf(league)
  const [index, setIndex] = useState(0)
  const [password, setPassword] = useState('')
  // of which version: that of others, which take their place meanwhile, is not ticked
  const [ticked, setTicked] = useState<number | null>(null)
  const isTicked = ticked === league.tosVersion
  const step = steps[Math.min(index, steps.length - 1)]
  const isLast = index >= steps.length - 1
  const canGoOn = step === 'password' ? password !== '' : step === 'terms' ? isTicked : step === undefined
  const close = (): void => {
    enter.reset()
    props.onClose()
  }
  const goOn = async (): Promise<void> => {
    if (!canGoOn) return
    if (!isLast) return setIndex(index + 1)
    const reply = await enter.send({
      ...(league.passwordRequired ? { password } : {}),
      ...(league.tosRequired && ticked !== null ? { tos: true, tosVersion: ticked } : {}),
    })
    if (reply) return (props.onEntered ?? props.onClose)()
    if (league.passwordRequired) setIndex(steps.indexOf('password'))
  }
  const tooOften = enter.refusal?.code === 'RATE_LIMIT_EXCEEDED' ? enter.refusal.message : undefined
  return (
    <Dialog title={text(league.may.apply ? 'enter.applyTitle' : 'enter.joinTitle', { name: league.name })} size="small" onClose={close}>
      {step === 'discord' && (
        <div className={css.stack}>
          <p>{text('enter.discord')}</p>
          <ButtonLink look="primary" to="/settings#social-settings">
            {text('enter.linkDiscord')}
          </ButtonLink>
        </div>
      )}
      {step !== 'discord' && (
        <Form onSubmit={goOn} label={text(`enter.step.${step ?? 'none'}`)}>
          {step === undefined && <p>{text(league.may.apply ? 'enter.applyWords' : 'enter.joinWords')}</p>}
          {step === 'password' && (
            <PasswordField
              label={text('enter.password')}
              hint={text('enter.passwordHint')}
              value={password}
              maxLength={32}
              onChange={(typed) => {
                setPassword(typed)
                enter.reset()
              }}
              error={enter.errorAt('password') ?? tooOften}
            />
          )}
          {step === 'terms' && (
            <>
              <div className={css.terms}>{props.terms}</div>
              <CheckField
                label={text('enter.accept')}
                value={isTicked}
                onChange={(is) => setTicked(is ? league.tosVersion : null)}
                error={enter.errorAt('tos')}
              />
            </>
          )}
          <Button type="submit" look="primary" disabled={!canGoOn} busy={enter.isSending}>
            {text(isLast ? (league.may.apply ? 'action.apply' : 'action.join') : 'enter.next')}
          </Button>
        </Form>
      )}
    </Dialog>
  )
}
