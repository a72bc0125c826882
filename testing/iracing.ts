import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type CannedReply = { readonly status: number; readonly body: string }

/** iRacing's login in its own place: gives codes for accounts, takes each once with the client's masked secret and the verifier it was asked with. */
export async function fakeIRacing(client: { readonly clientId: string; readonly clientSecret: string }) {
  const codes = new Map<string, { readonly accountId: string; readonly challenge: string; readonly callback: string }>()
  const tokens = new Map<string, string>()
  let instead: CannedReply | null = null
  const mask = createHash('sha256')
    .update(client.clientSecret + client.clientId)
    .digest('base64')
  const token = (form: URLSearchParams): CannedReply => {
    const granted = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      form.get('grant_type') === 'authorization_code' &&
      form.get('client_id') === client.clientId &&
      form.get('client_secret') === mask &&
      granted?.challenge === challenge &&
      granted.callback === form.get('redirect_uri')
    if (!isRight) return { status: 400, body: '{"error":"invalid_grant"}' }
    tokens.set(`token-${granted.accountId}`, granted.accountId)
    return { status: 200, body: JSON.stringify({ access_token: `token-${granted.accountId}`, token_type: 'Bearer', expires_in: 600 }) }
  }
  const profile = (authorization = ''): CannedReply => {
    const accountId = tokens.get(authorization.replace('Bearer ', ''))
    return accountId ? { status: 200, body: `{"iracing_name":"Somebody","iracing_cust_id":${accountId}}` } : { status: 401, body: '{}' }
  }
  const provider = createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const said = instead ?? (request.url === '/oauth2/token' ? token(new URLSearchParams(body)) : profile(request.headers.authorization))
    reply.writeHead(said.status, { 'content-type': 'application/json' }).end(said.body)
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => provider.once('listening', listening))
  return {
    endpoint: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/oauth2`,
    /** Somebody signs in there as an account: the address they are sent back to. */
    signIn: (location: string, accountId: string): URL => {
      const asked = new URL(location).searchParams
      const code = `code-${codes.size}-${Math.random()}`
      codes.set(code, { accountId, challenge: asked.get('code_challenge') ?? '', callback: asked.get('redirect_uri') ?? '' })
      const back = new URL(asked.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', asked.get('state') ?? '')
      return back
    },
    says: async <T>(other: CannedReply, during: () => Promise<T>): Promise<T> => {
      instead = other
      return during().finally(() => {
        instead = null
      })
    },
    stop: () => {
      provider.close()
      provider.closeAllConnections()
    },
  }
}
