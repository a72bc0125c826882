import { useRef, useState } from 'react'
import { useRefusalWords } from '#web/kit/connection/words.ts'
import { isRefusal, isUnanswered } from '#web/kit/http.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { readPicture, sendPicture, type Cuts, type Pictured, type PictureStep } from '#web/kit/picture/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '../action/button.tsx'
import { Progress } from '../data/progress.tsx'
import css from './picture-field.module.css'

const STEPS: readonly PictureStep[] = ['cutting', 'sending', 'checking']

const CropDialog = lazyPart(() => import('../overlay/crop-dialog.tsx'), 'CropDialog')

/** A picture of something: shown, changed by picking a file and what of it is cut, taken away. */
export function PictureField(props: {
  readonly of: Pictured
  readonly type: 'logo' | 'background'
  readonly url: string | null
  readonly title?: string
  /** What the picture is for everybody who does not see it, and what stands in its place while there is none. */
  readonly now: string
  readonly none: string
  readonly pick: string
  readonly hint: string
  readonly busy: boolean
  /** Sets the uploaded picture; `null` takes it away. Answers `null` where it did not. */
  readonly onTake: (img: string | null) => Promise<unknown>
}) {
  const { url, type } = props
  const text = useTexts('web')
  const input = useRef<HTMLInputElement>(null)
  const [step, setStep] = useState<PictureStep | null>(null)
  const [fault, setFault] = useState<{ readonly error: unknown } | null>(null)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [unsent, setUnsent] = useState<{ readonly picked: ImageBitmap; readonly cuts: Cuts } | null>(null)
  const refusalWords = useRefusalWords()
  const wordsOf = (error: unknown): string =>
    isRefusal(error) && (error.message !== '' || isUnanswered(error))
      ? refusalWords(error)
      : text(isRefusal(error, 'IMAGE_TYPE_INVALID') ? 'picture.unreadable' : 'picture.failed')
  /** What goes wrong is said under the buttons. */
  const saying = async (work: () => Promise<unknown>): Promise<void> => {
    setFault(null)
    try {
      await work()
    } catch (error) {
      setFault({ error })
    }
  }
  const pick = async (file: File | undefined): Promise<void> => {
    if (file) await saying(async () => setPicture(await readPicture(file)))
    if (input.current) input.current.value = ''
  }
  const send = async (picked: ImageBitmap, cuts: Cuts): Promise<void> => {
    setPicture(null)
    let taken: unknown = null
    await saying(async () => {
      taken = await props.onTake(await sendPicture(props.of, type, picked, cuts, setStep))
    })
    setStep(null)
    // what did not arrive is sent again without being picked and cut anew
    setUnsent(taken === null ? { picked, cuts } : null)
    if (taken !== null) picked.close()
  }
  return (
    <div className={css.picture}>
      {props.title && <h3>{props.title}</h3>}
      {url ? <img src={url} alt={props.now} className={css[type]} /> : <p className={css.hint}>{props.none}</p>}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        className="unseen"
        tabIndex={-1}
        aria-label={props.pick}
        onChange={(event) => void pick(event.target.files?.[0])}
      />
      <div className={css.buttons}>
        <Button onClick={() => input.current?.click()} busy={step !== null || props.busy}>
          {text(url ? 'picture.change' : 'picture.pick')}
        </Button>
        {unsent && step === null && (
          <Button look="primary" busy={props.busy} onClick={() => void send(unsent.picked, unsent.cuts)}>
            {text('error.again')}
          </Button>
        )}
        {url && (
          <Button look="ghost" disabled={step !== null || props.busy} onClick={() => void props.onTake(null)}>
            {text('picture.remove')}
          </Button>
        )}
      </div>
      <p className={css.hint}>{props.hint}</p>
      {step && <Progress step={text(`picture.${step}`)} value={(STEPS.indexOf(step) + 0.5) / STEPS.length} />}
      <p className={css.fault} aria-live="polite">
        {fault && wordsOf(fault.error)}
      </p>
      {picture && (
        <CropDialog
          title={props.title ?? props.pick}
          picture={picture}
          type={type}
          onTake={(cuts) => void send(picture, cuts)}
          onClose={() => setPicture(null)}
        />
      )}
    </div>
  )
}
