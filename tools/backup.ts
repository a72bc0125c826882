/** `npm run backup -- FILE`: writes everything of the platform into one new file, while it runs or not. docs/operations.md. */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { backup } from '#server/backup/backup.ts'
import { readConfig } from '#server/config.ts'
import { borrowedPostgres } from '#server/db/embedded.ts'

try {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} })
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new Error('npm run backup -- FILE')
  if (existsSync(file)) throw new Error(`${file} is there already`)
  const config = readConfig(process.env)
  const embedded = config.databaseUrl ? null : await borrowedPostgres(config.dataDir)
  try {
    const { rows, files } = await backup(config, config.databaseUrl ?? embedded!.url('postgres'), file)
    process.stdout.write(`${file}: ${rows} rows and ${files} files. SECRET is not in it: keep it elsewhere, sealed passwords open with it alone.\n`)
  } finally {
    await embedded?.stop()
  }
} catch (fault) {
  process.stderr.write(`${(fault as Error).message}\n`)
  process.exitCode = 1
}
