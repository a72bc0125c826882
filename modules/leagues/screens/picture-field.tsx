import { useRef, useState } from 'react'
import { isRefusal } from '#web/kit/http.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Progress } from '#web/ui/data/progress.tsx'
import { leaguesContract, type LeagueView } from '../contract.ts'
import css from './leagues.module.css'
import { sendPicture, type PictureStep } from './send-picture.ts'

const STEPS: readonly PictureStep[] = ['cutting', 'sending', 'checking']

/** A community's logo or background: shown, changed by picking a file, taken away. */
export function PictureField({ league, type }: { readonly league: LeagueView; readonly type: 'logo' | 'background' }) {
  const text = useTexts('leagues')
  const input = useRef<HTMLInputElement>(null)
  const [step, setStep] = useState<PictureStep | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const change = useSend(type === 'logo' ? leaguesContract.ChangeLogo : leaguesContract.ChangeBackground, { said: text(`pictures.${type}Saved`) })
  const url = type === 'logo' ? league.logoUrl : league.backgroundUrl
  const at = { id: league.id, v: league.v }
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setFault(null)
    try {
      await change.send({ img: await sendPicture(league.id, type, file, setStep) }, at)
    } catch (error) {
      const code = isRefusal(error, 'IMAGE_TYPE_INVALID') ? 'unreadable' : 'failed'
      setFault(isRefusal(error) && error.message ? error.message : text(`pictures.${code}`))
    } finally {
      setStep(null)
      if (input.current) input.current.value = ''
    }
  }
  return (
    <div className={css.picture}>
      <h3>{text(`pictures.${type}`)}</h3>
      {url ? <img src={url} alt={text(`pictures.${type}Now`)} className={css[type]} /> : <p className={css.hint}>{text(`pictures.${type}None`)}</p>}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        className="unseen"
        tabIndex={-1}
        aria-label={text(`pictures.${type}Pick`)}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <div className={css.buttons}>
        <Button onClick={() => input.current?.click()} busy={step !== null || change.isSending}>
          {text(url ? 'pictures.change' : 'pictures.pick')}
        </Button>
        {url && (
          <Button look="ghost" disabled={step !== null || change.isSending} onClick={() => void change.send({ img: null }, at)}>
            {text('pictures.remove')}
          </Button>
        )}
      </div>
      <p className={css.hint}>{text(`pictures.${type}Hint`)}</p>
      {step && <Progress step={text(`pictures.${step}`)} value={(STEPS.indexOf(step) + 0.5) / STEPS.length} />}
      <p className={css.fault} aria-live="polite">
        {fault}
      </p>
    </div>
  )
}
