import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

import type { Order } from '#core/joint.ts'

const [compress, decompress] = [promisify(gzip), promisify(gunzip)]

/** A quarter of the time of the usual level for a fifth more on the disk: somebody waits for what the file says, hardly anybody reads it again. */
const QUICK = 1

/** Every file people send is at most 50 MB (decisions.md §3 "Files"). */
export const MAX_UPLOAD_BYTES = 52_428_800

/** What one signed form allows: exactly this key and type, a size in this range, until then. */
export type FileRule = {
  /** `folder/name`, chosen by us. */
  readonly key: string
  readonly contentType: string
  readonly minBytes: number
  readonly maxBytes: number
  readonly expiresAt: Date
  /** Work that the arrival starts. It says only that something may be there: the work looks for itself. */
  readonly starts?: Order
}
export type SignedForm = { readonly url: string; readonly method: 'POST'; readonly fields: Readonly<Record<string, string>> }

/**
 * Files that people send: a signed form lets a browser put one file into quarantine, where nobody can read it; what is published a job of
 * ours has made from it. This is the double of an S3 bucket with presigned POST: two folders on this machine.
 */
export type Files = {
  readonly sign: (rule: FileRule) => SignedForm
  /** The rule of a form whose every field is as it was signed, or `null`. */
  readonly ruleOf: (fields: Readonly<Record<string, string>>, now: Date) => FileRule | null
  /** Takes a file in; nothing is kept of one that is shorter or longer than the rule says. */
  readonly takeIn: (rule: FileRule, body: Readable) => Promise<'taken' | 'too short' | 'too long'>
  /** Where a quarantined file lies; `null` when it never came. */
  readonly quarantined: (key: string) => Promise<string | null>
  readonly dropQuarantined: (folder: string) => Promise<void>
  /** Throws one file away again, because the form it came with turned out wrong further down. */
  readonly takeBack: (rule: FileRule) => Promise<void>
  /** Where a published file lies or is to be written. */
  readonly published: (name: string) => string
  readonly unpublish: (name: string) => Promise<void>
  /** Removes at most so many folders of the quarantine that nobody wrote to since; how many went. */
  readonly sweepQuarantine: (before: Date, most: number) => Promise<number>
  /** Puts bytes away for good, compressed, on the disk before it answers; nobody but the platform reads them. */
  readonly putAway: (key: string, bytes: Uint8Array) => Promise<void>
  /** What was put away; `null` when it is not there. */
  readonly takeOut: (key: string) => Promise<Buffer | null>
  /** Adds somebody to the list of the erased, which outlives the database; on the disk before it answers. */
  readonly noteErased: (userId: string, now: Date) => Promise<void>
}

/** The list holds nothing that says who it was. */
export const hashOfErased = (userId: string): string => createHash('sha256').update(`erased:${userId}`).digest('hex')
export const ERASED = 'erased.log'

export const UPLOADS_URL = '/uploads'
const FIELDS = ['key', 'Content-Type', 'policy', 'signature'] as const
const KEY = /^[0-9a-z-]{1,60}\/[0-9a-z-]{1,60}$/
const NAME = /^[0-9a-f-]{36}\.(?:png|jpg)$/

/** Whether a name can be one of a published file at all. */
export const isFileName = (name: string): boolean => NAME.test(name)

export function localFiles(dataDir: string, secret: string): Files {
  const secretKey = Buffer.from(hkdfSync('sha256', secret, 'paddock', 'signed forms', 32))
  const quarantine = path.join(dataDir, 'quarantine')
  const open = path.join(dataDir, 'files')
  const away = path.join(dataDir, 'kept')
  const signatureOf = (policy: string): Buffer => createHmac('sha256', secretKey).update(policy).digest()
  const below = (folder: string, key: string): string => {
    if (!KEY.test(key)) throw new Error(`not a key of ours: ${key}`)
    return path.join(folder, key)
  }
  const pathOf = (key: string): string => below(quarantine, key)
  return {
    sign: (rule) => {
      const policy = Buffer.from(JSON.stringify(rule)).toString('base64url')
      return {
        url: UPLOADS_URL,
        method: 'POST',
        fields: { key: rule.key, 'Content-Type': rule.contentType, policy, signature: signatureOf(policy).toString('base64url') },
      }
    },
    ruleOf: (fields, now) => {
      const { policy = '', signature = '' } = fields
      if (Object.keys(fields).sort().join() !== [...FIELDS].sort().join()) return null
      const given = Buffer.from(signature, 'base64url')
      const wanted = signatureOf(policy)
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
      const read = JSON.parse(Buffer.from(policy, 'base64url').toString()) as Omit<FileRule, 'expiresAt'> & { readonly expiresAt: string }
      const rule: FileRule = { ...read, expiresAt: new Date(read.expiresAt) }
      const holds = fields['key'] === rule.key && fields['Content-Type'] === rule.contentType && now < rule.expiresAt
      return holds ? rule : null
    },
    takeIn: async (rule, body) => {
      const target = pathOf(rule.key)
      const half = `${target}.${randomBytes(6).toString('hex')}`
      await mkdir(path.dirname(target), { recursive: true })
      let bytes = 0
      try {
        await pipeline(
          body,
          async function* counted(chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              bytes += chunk.length
              if (bytes > rule.maxBytes) throw TOO_LONG
              yield chunk
            }
          },
          createWriteStream(half, { mode: 0o600 }),
        )
      } catch (fault) {
        await rm(half, { force: true })
        if (fault !== TOO_LONG) throw fault
        return 'too long'
      }
      if (bytes < rule.minBytes) return rm(half, { force: true }).then(() => 'too short')
      await rename(half, target)
      return 'taken'
    },
    quarantined: async (key) => {
      const found = await stat(pathOf(key)).catch(() => null)
      return found ? pathOf(key) : null
    },
    dropQuarantined: (folder) => rm(path.dirname(pathOf(`${folder}/x`)), { recursive: true, force: true, maxRetries: 5 }),
    takeBack: (rule) => rm(pathOf(rule.key), { force: true }),
    published: (name) => {
      if (!NAME.test(name)) throw new Error(`not a name of ours: ${name}`)
      return path.join(open, name)
    },
    unpublish: (name) => (NAME.test(name) ? rm(path.join(open, name), { force: true }) : Promise.resolve()),
    sweepQuarantine: async (before, most) => {
      const old: string[] = []
      for (const name of await readdir(quarantine).catch(() => [])) {
        if (old.length === most) break
        const target = path.join(quarantine, name)
        const found = await stat(target).catch(() => null)
        if (found && found.mtime < before) old.push(target)
      }
      for (const target of old) await rm(target, { recursive: true, force: true })
      return old.length
    },
    putAway: async (key, bytes) => {
      const target = `${below(away, key)}.gz`
      const half = `${target}.${randomBytes(6).toString('hex')}`
      await mkdir(path.dirname(target), { recursive: true })
      await writeFile(half, await compress(bytes, { level: QUICK }), { mode: 0o600, flush: true })
      await rename(half, target)
    },
    noteErased: async (userId, now) => {
      await mkdir(away, { recursive: true })
      await appendFile(path.join(away, ERASED), `${hashOfErased(userId)} ${now.toISOString()}\n`, { mode: 0o600, flush: true })
    },
    takeOut: async (key) => {
      const packed = await readFile(`${below(away, key)}.gz`).catch((fault: NodeJS.ErrnoException) => {
        if (fault.code === 'ENOENT') return null
        throw fault
      })
      return packed && decompress(packed)
    },
  }
}

const TOO_LONG = new Error('longer than the rule allows')
