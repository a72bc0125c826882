import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { job, type PlainObject } from '#core/joint.ts'
import { refuse, type Result } from '#core/result.ts'
import { change } from '../db/change.ts'
import type { Machine } from '../machine.ts'
import { isFileName, MAX_UPLOAD_BYTES, UPLOADS_URL, type FileRule } from '../outside/files.ts'
import { sendJson } from './answer.ts'
import { refused } from './command-door.ts'
import { announcedBytes, tooLarge } from './entry/entry.ts'

/** Fields and boundaries around the file. */
const FORM_BYTES = 65_536
const TYPES = { png: 'image/png', jpg: 'image/jpeg' } as const

/** Where signed forms are sent to, and where published pictures are read. The form is the right to send: no login is looked at. */
export async function uploadDoor(app: FastifyInstance, machine: Machine): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: { fields: 8, fieldSize: 4096, files: 1, parts: 9, fileSize: MAX_UPLOAD_BYTES + 1 } })
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      if (isLonger(request, MAX_UPLOAD_BYTES)) return refused(machine, request, reply, tooLarge(request))
    }
    scope.post(UPLOADS_URL, { onRequest, config: { call: UPLOADS_URL, takesFile: true } }, async (request, reply) => {
      const result = request.isMultipart() ? await takeForm(machine, request) : refuse('MALFORMED', { reason: 'multipart' })
      if (!result.ok) return refused(machine, request, reply, result)
      if (result.value.starts) await startWork(machine, request, result.value.starts)
      return sendJson(request, reply, 200, {})
    })
  })
  app.get<{ Params: { name: string } }>('/files/:name', { config: { call: '/files/{name}' } }, (request, reply) =>
    sendFile(machine, request, reply, request.params.name),
  )
}

/** The fields come first, then the one file, as in a bucket's own form; a form with anything more or other leaves nothing behind. */
async function takeForm(machine: Machine, request: FastifyRequest): Promise<Result<FileRule>> {
  let rule: FileRule | null = null
  const took = (taken: FileRule): void => void (rule = taken)
  try {
    const result = await readParts(machine, request, took)
    if (rule && !result.ok) await machine.files.takeBack(rule)
    return result
  } catch (fault) {
    if (rule) await machine.files.takeBack(rule)
    if (isOfForm(fault)) return refuse('MALFORMED', { reason: 'multipart' })
    throw fault
  }
}

/** What reads forms throws bare errors at those that are none, and at those that end too soon; all other faults have a name or a code. */
const isOfForm = (fault: unknown): boolean => fault instanceof Error && fault.constructor === Error && !('code' in fault)

async function readParts(machine: Machine, request: FastifyRequest, took: (rule: FileRule) => void): Promise<Result<FileRule>> {
  const fields = new Map<string, string>()
  let taken: Result<FileRule> | null = null
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (taken || fields.has(part.fieldname)) return refuse('FORBIDDEN')
      fields.set(part.fieldname, String(part.value))
      continue
    }
    taken = taken ? refuse('FORBIDDEN') : await takeFile(machine, request, Object.fromEntries(fields), part, took)
    part.file.resume()
    // what is refused is not read to its end
    if (!taken.ok) return taken
  }
  return taken ?? refuse('FILE_MISSING')
}

async function takeFile(
  machine: Machine,
  request: FastifyRequest,
  fields: Record<string, string>,
  part: MultipartFile,
  took: (rule: FileRule) => void,
): Promise<Result<FileRule>> {
  const rule = machine.files.ruleOf(fields, machine.clock())
  if (!rule) return refuse('FORBIDDEN')
  if (part.mimetype !== rule.contentType) return refuse('IMAGE_TYPE_INVALID')
  if (isLonger(request, rule.maxBytes)) return refuse('FILE_TOO_LARGE')
  const taken = await machine.files.takeIn(rule, part.file)
  if (taken !== 'taken') return refuse(taken === 'too long' ? 'FILE_TOO_LARGE' : 'FILE_MISSING')
  took(rule)
  return { ok: true, value: rule }
}

/** Whether a form announces more than its file may have. */
const isLonger = (request: FastifyRequest, mostBytes: number): boolean => {
  const announced = announcedBytes(request)
  return announced < Infinity && announced > mostBytes + FORM_BYTES
}

async function startWork(machine: Machine, request: FastifyRequest, work: NonNullable<FileRule['starts']>): Promise<void> {
  const cause = { requestId: request.id, actorId: null, command: 'Upload', objectId: null }
  const { config } = machine
  await change({ ...machine, now: machine.clock(), publicUrl: config.publicUrl }, cause, async ({ later }) => {
    // the form was signed by us: its order is one of a room's
    later(job<PlainObject>(work.job), work.data)
    return { ok: true, value: null }
  })
}

/** Each picture has a name of its own for ever, so a browser never asks for it twice; even if it were a page, it could do nothing. */
async function sendFile(machine: Machine, request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
  const place = isFileName(name) ? machine.files.published(name) : null
  const found = place ? await stat(place).catch(() => null) : null
  if (!place || !found) return refused(machine, request, reply, refuse('NOT_FOUND'))
  return reply
    .header('content-type', TYPES[name.endsWith('.png') ? 'png' : 'jpg'])
    .header('content-length', found.size)
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .send(createReadStream(place))
}
