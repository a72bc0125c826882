import { fillPath, type CommandContract } from '#core/contract.ts'
import { call, isRefusal, type Sent } from '../http.ts'
import { loadPart } from './persist.ts'

/** Under its key a command is done once however often it is sent: a busy server is asked again by itself. */
export function callCommand(contract: CommandContract, body: Sent, at: Sent, idempotencyKey: string): Promise<unknown> {
  const send = () =>
    call(fillPath(contract.path, at).path, { method: 'POST', body: JSON.stringify(body), headers: { 'Idempotency-Key': idempotencyKey } })
  return send().catch(async (fault: unknown) => {
    if (!isRefusal(fault) || fault.status !== 503) throw fault
    return (await loadPart(() => import('./busy.ts'))).sendAgain(send, fault)
  })
}
