import { useState } from 'react'
import { useNow } from '#web/kit/clock.ts'
import { wordsOfRefusal } from '#web/kit/connection/words.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Form, FormButtons } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useLoginCall } from './enter.ts'
import css from './login.module.css'

/** One mail a minute to an address; the server holds the same line. */
const AGAIN_AFTER_MS = 60_000

/** Address first, then the code from the mail. Going back keeps the address. */
export function EmailLogin({ onIn }: { readonly onIn: () => void }) {
  const text = useTexts('web')
  const [email, setEmail] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const [sentAt, setSentAt] = useState<number | null>(null)
  const login = useLoginCall()
  const words = missing ?? (login.refusal && wordsOfRefusal(login.refusal, text))
  const askForCode = async () => {
    setMissing(null)
    if (email.trim() === '') return setMissing(text('login.emailMissing'))
    if (await login.post('/auth/email-otp/send-verification-otp', { email: email.trim(), type: 'sign-in' })) setSentAt(Date.now())
  }
  if (sentAt !== null) {
    return <CodeStep email={email.trim()} onIn={onIn} sentAt={sentAt} onSent={() => setSentAt(Date.now())} onOther={() => setSentAt(null)} />
  }
  return (
    <Form onSubmit={askForCode} label={text('login.title')}>
      <p className={css.lead}>{text('login.lead')}</p>
      <TextField
        label={text('login.email')}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        value={email}
        onChange={(value) => {
          setEmail(value)
          setMissing(null)
          login.clear()
        }}
        error={words}
      />
      <Button type="submit" look="primary" wide busy={login.isSending}>
        {text('login.send')}
      </Button>
    </Form>
  )
}

function CodeStep(props: {
  readonly email: string
  readonly onIn: () => void
  readonly sentAt: number
  readonly onSent: () => void
  readonly onOther: () => void
}) {
  const text = useTexts('web')
  const [otp, setOtp] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const login = useLoginCall()
  const now = useNow(1000)
  const waitS = Math.ceil((props.sentAt + AGAIN_AFTER_MS - now) / 1000)
  const words = missing ?? (login.refusal && wordsOfRefusal(login.refusal, text))
  const signIn = async () => {
    setMissing(null)
    if (otp.trim() === '') return setMissing(text('login.codeMissing'))
    if (await login.post('/auth/sign-in/email-otp', { email: props.email, otp: otp.replaceAll(/\s/g, '') })) props.onIn()
  }
  const again = async () => {
    if (!(await login.post('/auth/email-otp/send-verification-otp', { email: props.email, type: 'sign-in' }))) return
    toast({ tone: 'good', text: text('login.sentAgain') })
    props.onSent()
  }
  return (
    <Form onSubmit={signIn} label={text('login.title')}>
      <TextField
        label={text('login.code')}
        hint={text('login.codeHint', { email: props.email })}
        name="otp"
        autoComplete="one-time-code"
        inputMode="numeric"
        focused
        value={otp}
        onChange={(value) => {
          setOtp(value)
          setMissing(null)
          login.clear()
        }}
        error={words}
      />
      <Button type="submit" look="primary" wide busy={login.isSending}>
        {text('login.signIn')}
      </Button>
      <FormButtons>
        <Button look="ghost" disabled={waitS > 0} onClick={() => void again()}>
          {waitS > 0 ? text('login.againIn', { seconds: waitS }) : text('login.again')}
        </Button>
        <Button look="ghost" onClick={props.onOther}>
          {text('login.otherEmail')}
        </Button>
      </FormButtons>
    </Form>
  )
}
