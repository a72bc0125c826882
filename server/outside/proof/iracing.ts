import { createHash, createHmac } from 'node:crypto'
import { answerOf, type Answer } from './answer.ts'

/**
 * The own account of iRacing, proven by signing in there: OAuth 2.0 with a code and PKCE, as oauth.iracing.com/oauth2/book says under
 * "Identity Verification Workflow". The token is used once, for the number of the account, and kept nowhere.
 */
export type IRacingClient = { readonly endpoint: string; readonly clientId: string; readonly clientSecret: string }

export type IRacingAnswer = { readonly ok: true; readonly accountId: string } | { readonly ok: false; readonly why: 'refused' | 'down' }

/** Where the browser goes to sign in; it comes back to `callback` with our state. */
export function iRacingLoginUrl({ endpoint, clientId }: IRacingClient, callback: string, state: string, verifier: string): string {
  const url = new URL(`${endpoint}/authorize`)
  const fields = {
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'iracing.profile',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.toString()
}

/** What only we know of a trip, told to iRacing with the code: worked out of the trip's state, so that nothing is kept. */
export const verifierOf = (secret: string, state: string): string =>
  createHmac('sha256', secret).update(`iracing verifier ${state}`).digest('base64url')

/** Whose account the code stands for that the browser brought back. */
export async function accountOfCode(
  client: IRacingClient,
  callback: string,
  code: string,
  verifier: string,
  ask: typeof fetch,
): Promise<IRacingAnswer> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: client.clientId,
    client_secret: masked(client),
    code,
    redirect_uri: callback,
    code_verifier: verifier,
  })
  const granted = await answerOf(ask, `${client.endpoint}/token`, { method: 'POST', body })
  if (!granted) return { ok: false, why: 'down' }
  // a code that is not theirs, or was used, is answered so
  if (!granted.isOk) return { ok: false, why: 'refused' }
  const headers = { authorization: `Bearer ${textIn(granted, 'access_token')}` }
  const profile = await answerOf(ask, `${client.endpoint}/iracing/profile`, { headers })
  if (!profile?.isOk) return { ok: false, why: 'down' }
  const accountId = textIn(profile, 'iracing_cust_id')
  return /^[1-9]\d{0,9}$/.test(accountId) ? { ok: true, accountId } : { ok: false, why: 'refused' }
}

/** iRacing takes no secret as it is: SHA-256 of it and the name it belongs to. */
const masked = ({ clientId, clientSecret }: IRacingClient): string =>
  createHash('sha256')
    .update(clientSecret + clientId.trim().toLowerCase())
    .digest('base64')

/** A text or number of an answer in JSON; empty where there is none. */
function textIn({ text }: Answer, name: string): string {
  try {
    const value = (JSON.parse(text) as Readonly<Record<string, unknown>> | null)?.[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  } catch {
    return ''
  }
}
