import type { RefusalCode } from '#core/refusal.ts'
import { refusalResponses, type OpenApi, type Operation } from './openapi.ts'

type Asked = Partial<Pick<Operation, 'parameters' | 'requestBody'>> & {
  readonly answer?: string
  readonly codes?: readonly RefusalCode[]
  readonly status?: number
}

/** What is no call of a room: login, files, what changed, and the platform's own health. */
export function otherPaths(): OpenApi['paths'] {
  const said = (tag: string, id: string, summary: string, { answer = 'done', codes = [], status = 200, ...asked }: Asked = {}): Operation => ({
    operationId: `${tag}.${id}`,
    summary,
    tags: [tag],
    security: [],
    parameters: [],
    ...asked,
    responses: { [status]: { description: answer }, ...refusalResponses([...codes, 'RATE_LIMIT_EXCEEDED', 'UNAVAILABLE', 'FAULT']) },
  })
  return {
    '/auth/browser': { post: said('login', 'markBrowser', 'Gives the browser the mark that its codes belong to', { codes: ['CROSS_SITE'] }) },
    '/auth/email-otp/send-verification-otp': {
      post: said('login', 'askForCode', 'Asks for a code by mail; it is good for ten minutes, in the browser that asked', {
        requestBody: body({ email: { type: 'string' } }, { email: 'driver@example.org' }),
        codes: ['MALFORMED', 'CROSS_SITE', 'EMAIL_INVALID', 'EMAIL_DISPOSABLE'],
      }),
    },
    '/auth/sign-in/email-otp': {
      post: said('login', 'signInByCode', 'Signs in with the code; sets the login’s cookie', {
        requestBody: body(
          { email: { type: 'string' }, otp: { type: 'string' }, key: { type: 'string' } },
          { email: 'driver@example.org', otp: '12345678' },
        ),
        codes: ['MALFORMED', 'CROSS_SITE', 'EMAIL_INVALID', 'EMAIL_CODE_INVALID', 'EMAIL_CODE_EXPIRED'],
      }),
    },
    '/auth/steam/start': {
      get: said('login', 'startSteam', 'Sends the browser to Steam, to sign in or (`link=1`) to link the account', {
        parameters: [inQuery('returnTo', 'a path of the platform to come back to'), inQuery('link', '`1` links the account to who is signed in')],
        status: 302,
        answer: 'to Steam',
      }),
    },
    '/auth/steam/callback': {
      get: said('login', 'endSteam', 'Where Steam sends the browser back to; not to be called by others', {
        status: 302,
        answer: 'to the page that asked',
      }),
    },
    '/auth/sign-out': { post: said('login', 'signOut', 'Ends the login of this browser', { codes: ['CROSS_SITE'] }) },
    '/uploads': {
      post: said('files', 'upload', 'Takes a picture with the signed fields that RequestImageUpload gave, and nothing else', {
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } } },
          },
        },
        codes: ['MALFORMED', 'FORBIDDEN', 'FILE_MISSING', 'FILE_TOO_LARGE', 'IMAGE_TYPE_INVALID'],
      }),
    },
    '/files/{name}': {
      get: said('files', 'file', 'A picture, under the address the answers name', {
        parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
        codes: ['NOT_FOUND'],
      }),
    },
    '/live': {
      get: said('live', 'live', 'Server-sent events naming the topics that changed, of those the asker may see', {
        parameters: [inQuery('topics', '`session:ID,league:ID,user:ID`'), inQuery('since', 'the last event the asker has seen')],
        answer: 'events, as text/event-stream',
        codes: ['MALFORMED'],
      }),
    },
    '/health/live': { get: said('operation', 'isAlive', 'Whether the process lives') },
    '/health/ready': { get: said('operation', 'isReady', 'Whether the process and its database can serve') },
    '/metrics': { get: said('operation', 'metrics', 'Figures for Prometheus, for the operator alone', { codes: ['NOT_FOUND'] }) },
    '/operator/invariants.json': {
      get: said('operation', 'invariants', 'What the last look for the impossible found, for the operator alone', { codes: ['NOT_FOUND'] }),
    },
  }
}

const inQuery = (name: string, description: string) => ({ name, in: 'query', required: false, schema: { type: 'string' }, description }) as const
const body = (properties: object, example: object) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', required: Object.keys(example), properties }, example } },
})
