import { execFile } from 'node:child_process'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileTypeFromFile } from 'file-type'

/** What one of our own pictures is like. */
export type ImageShape = { readonly width: number; readonly height: number; readonly format: 'png' | 'jpeg' }

const TAKEN: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])
const MOST_MS = 8000
const CHILD = path.resolve(import.meta.dirname, 'image-child.ts')

/**
 * Makes a picture of ours out of a file somebody sent: only the content says what it is, and only pixels go over into the new file. The
 * decoder works in a process of its own that is ended when it takes too long. `false`: this is no picture we take.
 */
export async function makeImage(source: string, target: string, shape: ImageShape): Promise<boolean> {
  const kind = await fileTypeFromFile(source).catch(() => undefined)
  if (!kind || !TAKEN.has(kind.mime)) return false
  await mkdir(path.dirname(target), { recursive: true })
  const half = `${target}.half`
  const made = await decode([source, half, String(shape.width), String(shape.height), shape.format])
  if (made) await rename(half, target)
  else await rm(half, { force: true })
  return made
}

function decode(args: readonly string[]): Promise<boolean> {
  // one thread, no environment of ours, no output taken
  const options = { timeout: MOST_MS, killSignal: 'SIGKILL' as const, maxBuffer: 65_536, env: { PATH: process.env['PATH'], VIPS_CONCURRENCY: '1' } }
  return new Promise((resolve) => {
    execFile(process.execPath, ['--max-old-space-size=128', CHILD, ...args], options, (fault) => resolve(fault === null))
  })
}
