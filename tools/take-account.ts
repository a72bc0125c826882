/**
 * Takes an account at a game's platform from whoever only said that it is theirs: `node tools/take-account.ts --platform r3e --number 4711`.
 * For somebody who is in no community of theirs, whose admins could set it right. They are told; an account that is proven stays.
 */
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { STATED } from '#games/facts/platform.ts'
import { ACCOUNT_NUMBER } from '#modules/accounts/rules.ts'
import { readConfig } from '#server/config.ts'
import { change } from '#server/db/change.ts'
import { connect } from '#server/db/connect.ts'
import { borrowedPostgres } from '#server/db/embedded.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { localFiles } from '#server/outside/files.ts'
import { AccountLost } from '#server/outside/proof/facts.ts'
import { linkOf } from '#server/outside/proof/link.ts'
import { sealer } from '#server/outside/seal.ts'
import { ROOMS } from '#server/registry.ts'

const { values } = parseArgs({ options: { platform: { type: 'string' }, number: { type: 'string' } } })
const [provider, subject] = [STATED.find((one) => one === values.platform), values.number ?? '']
if (!provider || !ACCOUNT_NUMBER.test(subject)) {
  process.stderr.write(`--platform: one of ${STATED.join(', ')}\n--number: of the account there\n`)
  process.exit(2)
}

const config = readConfig(process.env)
const embedded = config.databaseUrl ? null : await borrowedPostgres(config.dataDir)
const url = config.databaseUrl ?? embedded!.url('postgres')
const { db, close } = connect(url, 1)
const own = {
  db,
  publicUrl: config.publicUrl,
  sealer: sealer(config.secret),
  files: localFiles(config.dataDir, config.secret),
  rooms: ROOMS,
  // nothing that is kept for visitors shows an account
  changed: () => undefined,
}
const log = pino({ level: 'silent' })
// what follows is done by the platform's own workers
const jobs = await startJobs({ ...own, url, poolSize: 1, clock: () => new Date(), log })
try {
  const cause = { requestId: 'take-account', actorId: null, command: 'take-account', objectId: null }
  const taken = await change({ ...own, now: new Date(), enqueue: jobs.enqueue }, cause, async ({ tx, record }) => {
    const held = await linkOf(tx, provider, subject)
    if (!held || held.proven) return { ok: true, value: false }
    await tx.deleteFrom('linked_accounts').where('provider', '=', provider).where('subject', '=', subject).execute()
    record(AccountLost, { userId: held.user_id, provider })
    return { ok: true, value: true }
  })
  const isTaken = taken.ok && taken.value
  process.stdout.write(isTaken ? 'It is nobody’s now; who had it is told.\n' : 'Nobody has said that it is theirs, or it is proven.\n')
  process.exitCode = isTaken ? 0 : 1
} finally {
  await jobs.stop()
  await close()
  await embedded?.stop()
}
