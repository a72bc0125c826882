import { caller, type Caller } from './door.ts'

/** A browser at the login page: it keeps its cookies and, behind a proxy the platform trusts, comes from an address of its own. */
export type LoginBrowser = {
  readonly ask: (email: string) => Promise<Response>
  readonly guess: (email: string, otp: string) => Promise<Response>
  /** The newest code in the mailbox of an address. */
  readonly codeFor: (email: string) => Promise<string>
  /** Signed in by a code that was asked for and read. */
  readonly signIn: (email: string) => Promise<Caller>
  readonly at: (url: string) => LoginBrowser
}

export function loginBrowser(url: string, from: string | null = null, cookies = new Map<string, string>()): LoginBrowser {
  const anybody = caller(url)
  const post = async (path: string, body: object): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { 'content-type': 'application/json', cookie, ...(from === null ? {} : { 'x-forwarded-for': from }) }
    const reply = await anybody.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return reply
  }
  const self: LoginBrowser = {
    ask: (email) => post('/auth/email-otp/send-verification-otp', { email, type: 'sign-in' }),
    guess: (email, otp) => post('/auth/sign-in/email-otp', { email, otp }),
    codeFor: async (email) => {
      const reply = await anybody.fetch(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)
      const { mails } = (await reply.json()) as { mails: { body: string }[] }
      return /\b(\d{8})\b/.exec(mails[0]?.body ?? '')?.[1] ?? ''
    },
    signIn: async (email) => {
      const asked = await self.ask(email)
      if (asked.status !== 200) throw new Error(`no code for ${email}: ${asked.status} ${await asked.text()}`)
      const signed = await self.guess(email, await self.codeFor(email))
      if (signed.status !== 200) throw new Error(`not signed in as ${email}: ${signed.status} ${await signed.text()}`)
      return caller(url, `paddock.session_token=${cookies.get('paddock.session_token')}`)
    },
    at: (other) => loginBrowser(other, from, cookies),
  }
  return self
}
