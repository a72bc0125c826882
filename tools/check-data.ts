/** `npm run check-data`: looks for what should be impossible in the database, while the platform runs or not. Exit code 1 where there is any. */
import { readConfig } from '#server/config.ts'
import { borrowedPostgres } from '#server/db/embedded.ts'
import { checkInvariants, invariantsOf } from '#server/invariants/check.ts'
import { ROOMS } from '#server/registry.ts'

const config = readConfig(process.env)
const embedded = config.databaseUrl ? null : await borrowedPostgres(config.dataDir)
try {
  const findings = await checkInvariants(config.databaseUrl ?? embedded!.url('postgres'), ROOMS, new Date())
  if (!findings) throw new Error('the platform is looking itself at this moment; its result stands at /operator/invariants')
  const broken = findings.filter(({ violations }) => violations > 0)
  for (const { name, violations, ids } of broken) {
    const means = invariantsOf(ROOMS).find((invariant) => invariant.name === name)?.means
    process.stdout.write(`${name}: broken by ${violations} (${ids.join(', ')})\n  ${means}\n`)
  }
  if (broken.length === 0) process.stdout.write(`all ${findings.length} invariants hold\n`)
  process.exitCode = broken.length === 0 ? 0 : 1
} catch (fault) {
  process.stderr.write(`${(fault as Error).message}\n`)
  process.exitCode = 2
} finally {
  await embedded?.stop()
}
