import { accountsContract } from '#modules/accounts/contract.ts'
import { caller, type Caller } from './door.ts'

/** The newest code that came for an address. */
export type CodeFor = (email: string) => Promise<string>

/** A browser at the login page: it keeps its cookies and, behind a proxy the platform trusts, comes from an address of its own. */
export type LoginBrowser = {
  readonly ask: (email: string) => Promise<Response>
  readonly guess: (email: string, otp: string, key?: string) => Promise<Response>
  /** The newest code in the mailbox of an address. */
  readonly codeFor: CodeFor
  /** Signed in by a code that was asked for and read, in the mailbox where nothing else is said. */
  readonly signIn: (email: string, codeFor?: CodeFor) => Promise<Caller>
  readonly at: (url: string) => LoginBrowser
}

export function loginBrowser(
  url: string,
  from: string | null = null,
  cookies = new Map<string, string>(),
  anybody: Caller = caller(url),
): LoginBrowser {
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
    guess: (email, otp, key) => post('/auth/sign-in/email-otp', { email, otp, key }),
    codeFor: async (email) => {
      const reply = await anybody.fetch(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)
      const { mails } = (await reply.json()) as { mails: { body: string }[] }
      return /\b(\d{8})\b/.exec(mails[0]?.body ?? '')?.[1] ?? ''
    },
    signIn: async (email, codeFor = self.codeFor) => {
      const asked = await self.ask(email)
      if (asked.status !== 200) throw new Error(`no code for ${email}: ${asked.status} ${await asked.text()}`)
      const signed = await self.guess(email, await codeFor(email))
      if (signed.status !== 200) throw new Error(`not signed in as ${email}: ${signed.status} ${await signed.text()}`)
      return anybody.with(url, `paddock.session_token=${cookies.get('paddock.session_token')}`)
    },
    at: (other) => loginBrowser(other, from, cookies, anybody.at(other)),
  }
  return self
}

/** Somebody new: the first login of an address, and the terms. */
export async function signUp(browser: LoginBrowser, email: string, name: string, codeFor?: CodeFor): Promise<Caller> {
  const as = await browser.signIn(email, codeFor)
  const me = (await as.ask(accountsContract.me, {})).body
  await as.done(
    accountsContract.AcceptTerms,
    { id: me.id, v: me.v },
    { name, country: 'DE', birthDate: '1990-01-01', tos: true, privacyPolicy: true },
  )
  return as
}
