import { hostingContract, jobsReply, type JobsReply, type ServerReport } from '#modules/hosting/contract.ts'

/** What the platform said: the value, a refusal it means, or `null` when it could not be asked and should be asked again. */
export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly code: string; readonly sentence?: string }

export type Upload = { readonly fence: number; readonly name: string; readonly sha256: string; readonly contentBase64: string }

export type Platform = {
  readonly jobs: (asked: {
    readonly instance: string
    readonly seen: string
    readonly have: readonly number[]
    readonly waitMs: number
  }) => Promise<Answer<JobsReply> | null>
  readonly report: (serverId: string, report: ServerReport) => Promise<Answer<{ readonly wanted: 'run' | 'stop' }> | null>
  readonly upload: (serverId: string, file: Upload) => Promise<Answer<unknown> | null>
  /** A file of an event elsewhere, for which the token is a key. */
  readonly handIn: (eventId: string, file: Pick<Upload, 'name' | 'contentBase64'>) => Promise<Answer<{ readonly isNew: boolean }> | null>
  /** A moment of the platform's clock as this machine's clock shows it. */
  readonly here: (at: string) => string
}

const TIMEOUT_MS = 20_000
/** The platform tells its time in whole seconds; less than this apart, two clocks are the same. */
const CLOCKS_AGREE_MS = 2000

/** The one way out: HTTPS calls of ours with the host's token. The platform never calls a host. */
export function platformAt(url: string, token: string): Platform {
  let aheadMs = 0
  const call = async (path: string, body?: unknown): Promise<Answer<unknown> | null> => {
    try {
      const response = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          origin: new URL(url).origin,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      })
      const told = Date.parse(response.headers.get('date') ?? '') - Date.now()
      if (Math.abs(told - aheadMs) > CLOCKS_AGREE_MS) aheadMs = Math.abs(told) > CLOCKS_AGREE_MS ? told : 0
      const value: unknown = await response.json()
      if (response.ok) return { ok: true, value }
      // too many calls, or a platform that is just starting or ending: the same call is right a little later
      if (response.status === 429 || response.status >= 500) return null
      const { code = response.status, message } = value as { readonly code?: unknown; readonly message?: string }
      return { ok: false, code: String(code), sentence: message }
    } catch {
      return null
    }
  }
  return {
    jobs: async ({ instance, seen, have, waitMs }) => {
      const search = new URLSearchParams({ instance, seen, have: have.join(','), waitMs: String(waitMs) })
      const answer = await call(`${hostingContract.hostJobs.path}?${search}`)
      return answer?.ok ? { ok: true, value: jobsReply.parse(answer.value) } : answer
    },
    report: (serverId, report) => call(hostingContract.ReportStatus.path.replace('{id}', serverId), report) as ReturnType<Platform['report']>,
    // the room of results takes it
    here: (at) => new Date(Date.parse(at) - aheadMs).toISOString(),
    upload: (serverId, file) => call(`/host/servers/${serverId}/results`, file),
    handIn: (eventId, file) => call(`/command/result-file/HandInFromFolder/${eventId}/0`, file) as ReturnType<Platform['handIn']>,
  }
}
