import { answerOf } from './answer.ts'

/** Login through Steam, OpenID 2.0, checked by hand: every used field must be signed, ours, fresh and used once. */

const NS = 'http://specs.openid.net/auth/2.0'
const ANYBODY = 'http://specs.openid.net/auth/2.0/identifier_select'
const CLAIMED = /^https:\/\/steamcommunity\.com\/openid\/id\/(\d{17})$/
const MUST_BE_SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'] as const
const NONCE_AGE_MS = 300_000

export type SteamAnswer =
  | { readonly ok: true; readonly steamId: string; readonly nonce: string }
  | { readonly ok: false; readonly why: 'refused' | 'down' }

/** Where the browser goes to sign in; it comes back to `callback`, which carries our state. */
export function steamLoginUrl(endpoint: string, callback: string, realm: string): string {
  const url = new URL(endpoint)
  const fields = { ns: NS, mode: 'checkid_setup', return_to: callback, realm, identity: ANYBODY, claimed_id: ANYBODY }
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(`openid.${name}`, value)
  return url.toString()
}

/** Checks what the browser brought back; `callback` is the one address we sent it with. The caller stores the nonce, once. */
export async function checkSteamLogin(
  endpoint: string,
  callback: string,
  query: URLSearchParams,
  now: Date,
  ask: typeof fetch,
): Promise<SteamAnswer> {
  const refused = { ok: false, why: 'refused' } as const
  const fields = openidFields(query)
  if (!fields) return refused
  const steamId = CLAIMED.exec(fields.get('claimed_id') ?? '')?.[1]
  const signed = new Set((fields.get('signed') ?? '').split(','))
  const nonce = fields.get('response_nonce') ?? ''
  const sound =
    fields.get('ns') === NS &&
    fields.get('mode') === 'id_res' &&
    fields.get('op_endpoint') === endpoint &&
    fields.get('identity') === fields.get('claimed_id') &&
    fields.get('return_to') === callback &&
    MUST_BE_SIGNED.every((name) => signed.has(name)) &&
    isFresh(nonce, now)
  if (!steamId || !sound) return refused
  const body = new URLSearchParams([...fields].map(([name, value]) => [`openid.${name}`, value]))
  body.set('openid.mode', 'check_authentication')
  const answer = await answerOf(ask, endpoint, { method: 'POST', body })
  if (!answer?.isOk) return { ok: false, why: 'down' }
  return answer.text.split('\n').includes('is_valid:true') ? { ok: true, steamId, nonce } : refused
}

/** The `openid.` fields, or `null` when one of them comes twice. */
function openidFields(query: URLSearchParams): Map<string, string> | null {
  const fields = new Map<string, string>()
  for (const [key, value] of query) {
    if (!key.startsWith('openid.')) continue
    if (fields.has(key.slice(7))) return null
    fields.set(key.slice(7), value)
  }
  return fields
}

function isFresh(nonce: string, now: Date): boolean {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z)[\x21-\x7e]{0,235}$/.exec(nonce)
  if (!match) return false
  return Math.abs(now.getTime() - Date.parse(match[1]!)) <= NONCE_AGE_MS
}
