import type { ChildProcess } from 'node:child_process'
import pg from 'pg'
import { onMeasuredCore } from './machine.ts'
import { freePort } from '#testing/ports.ts'
import { seasonId } from './season.ts'

/** The server the platform is held against, running beside it on the same core. */
export type Reference = { readonly port: number; readonly stop: () => void }

export async function startReference(databaseUrl: string): Promise<Reference> {
  const port = await freePort()
  const child: ChildProcess = onMeasuredCore(process.execPath, [new URL('reference.ts', import.meta.url).pathname, String(port), databaseUrl], {
    NODE_ENV: 'production',
  })
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(`http://127.0.0.1:${port}/one/${seasonId('session', 1)}`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { port, stop: () => void child.kill() }
}

export const versionOf = async (databaseUrl: string): Promise<string> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ version: string }>('select version()')
  await client.end()
  return rows[0]!.version
}
