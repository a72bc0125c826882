import { createHash, randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { reachableBy, run, SYSTEM_FOLDER, type Binaries, type Identity } from './binaries.ts'

export type Cluster = { readonly port: number; readonly password: string; readonly data: string }

/** The data folder cannot be used as it is. The message is for the person who started this process. */
export class FolderUnusable extends Error {}

const INSIDE = 'postgres'
const HALF = '.half'

/**
 * The port, password and folder of the server, made at the first start and kept in `postgres.json`. The folder is named relative to the
 * data folder, so a copy means its own; where it has to lie outside, a mark beside it says whose it is.
 */
export async function clusterOf(root: string, as: Identity, bin: Binaries): Promise<Cluster> {
  const saved = readCluster(root)
  if (saved && existsSync(path.join(saved.data, 'PG_VERSION'))) return saved
  if (saved && !existsSync(saved.data + HALF))
    throw new FolderUnusable(
      `${root}/postgres.json names a database in ${saved.data}, which is not there. Put it back, or begin with an empty folder.`,
    )
  if (!saved && existsSync(path.join(root, INSIDE, 'PG_VERSION')))
    throw new FolderUnusable(`${root} holds a database but not its postgres.json. Put it back, or begin with an empty folder.`)
  const data = saved?.data ?? (await newDataFolder(root, as))
  const cluster = saved ?? { port: await freePort(), password: randomBytes(18).toString('base64url'), data }
  await makeCluster(cluster, as, bin)
  if (!isInside(root, data)) writeFileSync(markOf(data), JSON.stringify({ folder: realpathSync(root) }))
  writeCluster(root, cluster)
  renameSync(data + HALF, data)
  return cluster
}

/** What is kept in the folder, its data folder as it is now; `null` where nothing was ever made. */
export function readCluster(root: string): Cluster | null {
  const file = path.join(root, 'postgres.json')
  if (!existsSync(file)) return null
  const cluster = JSON.parse(readFileSync(file, 'utf8')) as Cluster
  if (!path.isAbsolute(cluster.data)) return { ...cluster, data: path.join(root, cluster.data) }
  const own = path.join(root, INSIDE)
  // written by an earlier release, perhaps in the folder this one was copied or moved from
  if (!cluster.data.startsWith(SYSTEM_FOLDER) && existsSync(path.join(own, 'PG_VERSION'))) return { ...cluster, data: own }
  if (isInside(root, cluster.data)) return cluster
  claim(root, cluster.data)
  return cluster
}

/** Two data folders never share what lies outside of both: it goes on with a folder that was moved, never with a copy. */
function claim(root: string, data: string): void {
  const here = realpathSync(root)
  const mark = markOf(data)
  // an earlier release wrote no mark, but named what lies outside after the folder
  const isOurs = path.basename(data) === createHash('sha256').update(root).digest('hex').slice(0, 16)
  const owner = existsSync(mark) ? (JSON.parse(readFileSync(mark, 'utf8')) as { readonly folder: string }).folder : isOurs ? here : null
  if (owner === here && existsSync(mark)) return
  const theirs = owner && path.join(owner, 'postgres.json')
  const isCopy = !theirs || (owner !== here && existsSync(theirs) && (JSON.parse(readFileSync(theirs, 'utf8')) as Cluster).data === data)
  if (isCopy)
    throw new FolderUnusable(
      `${root} is a copy of ${owner ?? 'another data folder'}, whose database lies in ${data} and was not copied along. Restore a backup into an empty folder instead.`,
    )
  writeFileSync(mark, JSON.stringify({ folder: here }))
}

export function writeCluster(root: string, cluster: Cluster): void {
  const file = path.join(root, 'postgres.json')
  const data = isInside(root, cluster.data) ? path.relative(root, cluster.data) : cluster.data
  writeFileSync(`${file}.new`, JSON.stringify({ ...cluster, data }), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** A free port: the wanted one, or 0 when it is taken; any when none is wanted. */
export const freePort = (wanted = 0): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', (fault: NodeJS.ErrnoException) => (fault.code === 'EADDRINUSE' ? resolve(0) : reject(fault)))
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const isInside = (root: string, data: string): boolean => !path.relative(root, data).startsWith('..') && !path.isAbsolute(path.relative(root, data))
const markOf = (data: string): string => `${data}.owner.json`

/** Below the data folder, or, where the `postgres` user cannot enter it, in the system's place for such data. */
async function newDataFolder(root: string, as: Identity): Promise<string> {
  if (!as || (await reachableBy(root, as))) return path.join(root, INSIDE)
  return path.join(SYSTEM_FOLDER, 'data', randomBytes(8).toString('hex'))
}

/** Made beside its place, so that what a kill leaves behind is never taken for a database. */
async function makeCluster({ data, password }: Cluster, as: Identity, bin: Binaries): Promise<void> {
  const half = data + HALF
  rmSync(half, { recursive: true, force: true })
  mkdirSync(path.dirname(half), { recursive: true })
  mkdirSync(half, { mode: 0o700 })
  const passwordFile = path.join(tmpdir(), `paddock-${randomBytes(8).toString('hex')}`)
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (as) for (const owned of [half, passwordFile]) chownSync(owned, as.uid, as.gid)
  try {
    const args = [
      `--pgdata=${half}`,
      '--auth=scram-sha-256',
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
    ]
    await run(bin.initdb, args, { ...as, cwd: tmpdir() })
  } finally {
    rmSync(passwordFile, { force: true })
  }
}
