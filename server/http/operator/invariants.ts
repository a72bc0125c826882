import type { FastifyInstance } from 'fastify'
import { refuse } from '#core/result.ts'
import { invariantsOf, lastCheck } from '#server/invariants/check.ts'
import type { Machine } from '#server/machine.ts'
import { sendJson, sendText } from '../answer.ts'
import { refused } from '../command-door.ts'
import { escapeHtml, plainPage } from '../plain-page.ts'
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
    const items = (await found()).map(itemOf)
    const page = plainPage('What should be impossible', `<ul>${items.join('')}</ul>`)
    return sendText(request, reply, 200, 'text/html; charset=utf-8', page)
  })
}

type Found = {
  readonly name: string
  readonly means: string
  readonly violations: number | null
  readonly ids: readonly string[]
  readonly checkedAt: Date | null
}

function itemOf({ name, means, violations, ids, checkedAt }: Found): string {
  const looked = checkedAt ? `looked ${checkedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'not looked yet'
  const which = ids.length > 0 ? `<p>${ids.map((id) => `<code>${escapeHtml(id)}</code>`).join('<br>')}</p>` : ''
  const state = violations ? `broken by ${violations}` : violations === 0 ? 'holds' : 'not known'
  return `<li${violations ? ' class="broken"' : ''}><h2>${escapeHtml(means)}</h2><p>${name}: ${state}, ${looked}</p>${which}</li>`
}
