import { type ClipboardEvent, useState } from 'react'
import { useNow } from '#web/kit/clock.ts'
import { useRefusalWords } from '#web/kit/connection/words.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Form, FormButtons } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useAskedCode } from './asked-code.ts'
import { useLoginCall } from './enter.ts'
import css from './login.module.css'

/** One mail a minute to an address; the server holds the same line. */
const AGAIN_AFTER_MS = 60_000
const CODE = /(?<!\d)\d{4}\s?\d{4}(?!\d)/

/** Address first, then the code from the mail, also where the page is loaded anew in between. Going back keeps the address. */
export function EmailLogin({ onIn }: { readonly onIn: () => void }) {
  const text = useTexts('web')
  const code = useAskedCode()
  const [typed, setTyped] = useState<string | null>(null)
  const [missing, setMissing] = useState<string | null>(null)
  const email = typed ?? code.email
  const login = useLoginCall()
  const wordsOf = useRefusalWords()
  const words = missing ?? (login.refusal && wordsOf(login.refusal))
  const askForCode = async () => {
    setMissing(null)
    if (email.trim() === '') return setMissing(text('login.emailMissing'))
    const isMarked = await login.post('/auth/browser', {})
    if (isMarked && (await login.post('/auth/email-otp/send-verification-otp', { email: email.trim(), type: 'sign-in' }))) code.put(email.trim())
  }
  const { asked } = code
  if (asked) {
    return (
      <CodeStep
        email={asked.email}
        sentAt={asked.at}
        codeKey={asked.key}
        onIn={() => {
          code.forget()
          onIn()
        }}
        onSent={() => code.put(asked.email)}
        onOther={() => {
          setTyped(asked.email)
          code.forget()
        }}
      />
    )
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
          setTyped(value)
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
  readonly codeKey: string | undefined
  readonly onSent: () => void
  readonly onOther: () => void
}) {
  const text = useTexts('web')
  const [otp, setOtp] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const login = useLoginCall()
  const wordsOf = useRefusalWords()
  const now = useNow(1000)
  const waitS = Math.ceil((props.sentAt + AGAIN_AFTER_MS - now) / 1000)
  const words = missing ?? (login.refusal && wordsOf(login.refusal))
  const signIn = async (code: string) => {
    setMissing(null)
    if (code.trim() === '') return setMissing(text('login.codeMissing'))
    if (await login.post('/auth/sign-in/email-otp', { email: props.email, otp: code.replaceAll(/\s/g, ''), key: props.codeKey })) props.onIn()
  }
  // copied from the mail it is whole, perhaps with words around it
  const paste = (event: ClipboardEvent) => {
    const [code] = CODE.exec(event.clipboardData.getData('text')) ?? []
    if (!code || login.isSending) return
    event.preventDefault()
    setOtp(code)
    void signIn(code)
  }
  const again = async () => {
    if (!(await login.post('/auth/email-otp/send-verification-otp', { email: props.email, type: 'sign-in' }))) return
    toast({ tone: 'good', text: text('login.sentAgain') })
    props.onSent()
  }
  return (
    <Form onSubmit={() => signIn(otp)} label={text('login.title')}>
      <TextField
        label={text('login.code')}
        hint={text('login.codeHint', { email: props.email })}
        name="otp"
        autoComplete="one-time-code"
        inputMode="numeric"
        focused
        onPaste={paste}
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
