/** `npm run restore -- FILE --erased LIST`: brings a backup into an empty database and folder. docs/operations.md. */
import { parseArgs } from 'node:util'
import { restore } from '#server/backup/restore.ts'
import { readConfig } from '#server/config.ts'
import { borrowedPostgres } from '#server/db/embedded.ts'

const USAGE =
  'npm run restore -- FILE --erased LIST (DATA_DIR/kept/erased.log of the old platform, or your copy of it; --without-erased where there is none)'

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { erased: { type: 'string' }, 'without-erased': { type: 'boolean', default: false } },
  })
  const [file, ...more] = positionals
  if (!file || more.length > 0 || (values.erased === undefined) !== values['without-erased']) throw new Error(USAGE)
  const config = readConfig(process.env)
  const embedded = config.databaseUrl ? null : await borrowedPostgres(config.dataDir)
  try {
    const done = await restore(config, config.databaseUrl ?? embedded!.url('postgres'), file, values.erased ?? null)
    for (const warning of done.warnings) process.stderr.write(`Note: ${warning}\n`)
    process.stdout.write(
      `${done.rows} rows and ${done.files} files are back; ${done.erased} erased since then were erased again. Start the platform as usual.\n`,
    )
  } finally {
    await embedded?.stop()
  }
} catch (fault) {
  process.stderr.write(`${(fault as Error).message}\n`)
  process.exitCode = 1
}
