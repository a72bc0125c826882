import type { FastifyInstance } from 'fastify'
import { refuse } from '#core/result.ts'
import { invariantsOf, lastCheck } from '#server/invariants/check.ts'
import type { Machine } from '#server/machine.ts'
import { sendJson, sendText } from '../answer.ts'
import { refused } from '../command-door.ts'
import { isOperator } from './guard.ts'

/** What the last look for the impossible found: `/operator/invariants` to read, `.json` for programs. To everybody else there is no such page. */
export function invariantsDoor(app: FastifyInstance, machine: Machine): void {
  const found = async () => {
    const checks = new Map((await lastCheck(machine.db)).map((check) => [check.name, check]))
    return invariantsOf(machine.rooms).map(({ name, means }) => {
      const { violations = null, ids = [], checkedAt = null } = checks.get(name) ?? {}
      return { name, means, violations, ids, checkedAt }
    })
  }
  app.get('/operator/invariants.json', async (request, reply) =>
    isOperator(machine.config, request)
      ? sendJson(request, reply, 200, { invariants: await found() })
      : refused(machine, request, reply, refuse('NOT_FOUND')),
  )
  app.get('/operator/invariants', async (request, reply) => {
    if (!isOperator(machine.config, request)) return refused(machine, request, reply, refuse('NOT_FOUND'))
    const rows = (await found()).map(
      ({ name, means, violations, ids, checkedAt }) =>
        `<tr><th scope="row">${name}</th><td>${escape(means)}</td><td>${violations ?? 'not yet'}</td><td>${ids.map(escape).join('<br>')}</td><td>${checkedAt?.toISOString() ?? ''}</td></tr>`,
    )
    const head = ['Invariant', 'What it means', 'Broken by', 'First ten', 'Last looked'].map((title) => `<th scope="col">${title}</th>`).join('')
    const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Invariants</title></head><body><main><h1>What should be impossible</h1><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></main></body></html>`
    return sendText(request, reply, 200, 'text/html; charset=utf-8', page)
  })
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
