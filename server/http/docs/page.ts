import { REFUSALS, type RefusalCode } from '#core/refusal.ts'
import { refusalMessage } from '../messages.ts'
import { escapeHtml, plainPage } from '../plain-page.ts'
import type { OpenApi, Operation } from './openapi.ts'

type Call = { readonly path: string; readonly method: string; readonly operation: Operation }
type Sample = { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }

/** The document for people: room by room, each call with what it takes, gives and refuses, and an example; works without script. */
export function docsPage(document: OpenApi, origin: string, search: string): string {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const calls = Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })))
    .filter((call) => words.every((word) => textOf(call).includes(word)))
  const rooms = document.tags
    .map(({ name }) => ({ name, calls: calls.filter(({ operation }) => operation.tags.includes(name)) }))
    .filter((room) => room.calls.length > 0)
  const codes = Object.entries(REFUSALS).filter(([code]) => words.every((word) => code.toLowerCase().includes(word)))
  const contents = [
    ...rooms.map(({ name, calls: of }) => `<a href="#${name}">${name} (${of.length})</a>`),
    ...(codes.length > 0 ? [`<a href="#codes">refusals (${codes.length})</a>`] : []),
  ]
  const form = `<form role="search"><label>Search <input name="search" value="${escapeHtml(search)}" maxlength="100" autocapitalize="off"></label> <button>Search</button>${search ? ' <a href="/docs">show all</a>' : ''}</form>`
  const body = [
    form,
    calls.length === 0 && codes.length === 0 ? '<p>Nothing here has all of these words.</p>' : `<nav>${contents.join(' ')}</nav>`,
    search ? '' : `<section>${paragraphs(document.info.description)}<p><a href="/openapi.json">OpenAPI 3.1 document</a></p></section>`,
    ...rooms.map(
      ({ name, calls: of }) => `<section id="${name}"><h2>${name}</h2>${of.map((call) => item(call, origin, calls.length === 1)).join('')}</section>`,
    ),
    codes.length > 0
      ? `<section id="codes"><h2>refusals</h2><ul>${codes.map(([code, status]) => refusal(code as RefusalCode, status)).join('')}</ul></section>`
      : '',
  ]
  return plainPage(document.info.title, body.join(''))
}

const textOf = ({ path, method, operation }: Call): string =>
  `${method} ${path} ${operation.operationId} ${operation.summary} ${Object.values(operation.responses)
    .map(({ description }) => description)
    .join(' ')}`.toLowerCase()

/** The few marks the description uses. */
const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map(
      (one) =>
        `<p>${escapeHtml(one)
          .replaceAll(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
          .replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>`,
    )
    .join('')

function item(call: Call, origin: string, isOpen: boolean): string {
  const { path, method, operation } = call
  const sample = sampleOf(operation.requestBody as Sample | undefined)
  const parameters = operation.parameters.map(
    ({ name, in: where, required, description }) =>
      `<li><code>${name}</code> in ${where}${required ? '' : ', optional'}${description ? `: ${escapeHtml(description)}` : ''}</li>`,
  )
  const answers = Object.entries(operation.responses).map(([status, response]) => {
    const example = sampleOf(response as Sample)
    return `<h4>${status}</h4><p>${escapeHtml(response.description)}</p>${example === undefined ? '' : `<pre>${escapeHtml(pretty(example))}</pre>`}`
  })
  return `<details id="${operation.operationId}"${isOpen ? ' open' : ''}><summary><b>${method}</b> <code>${escapeHtml(path)}</code><br>${escapeHtml(operation.summary)} <small>${operation.operationId}</small></summary>${
    parameters.length > 0 ? `<h4>Parameters</h4><ul>${parameters.join('')}</ul>` : ''
  }${sample === undefined ? '' : `<h4>Body</h4><pre>${escapeHtml(pretty(sample))}</pre>`}<h4>Example</h4><pre>${escapeHtml(curlOf(call, origin, sample))}</pre>${answers.join('')}</details>`
}

const sampleOf = (of: Sample | undefined): unknown => of?.content?.['application/json']?.example
const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

function curlOf({ path, method, operation }: Call, origin: string, sample: unknown): string {
  const [need] = (operation['security'] ?? []) as readonly Readonly<Record<string, unknown>>[]
  return [
    `curl '${origin}${path}'`,
    ...(method === 'POST' ? [`-X POST -H 'Origin: ${origin}'`] : []),
    ...(need && 'login' in need ? [`-H "Cookie: paddock.session_token=$LOGIN"`] : []),
    ...(need && 'host' in need ? [`-H "Authorization: Bearer $HOST_TOKEN"`] : []),
    ...(sample === undefined ? [] : [`-H 'Content-Type: application/json' --data '${JSON.stringify(sample).replaceAll("'", `'\\''`)}'`]),
  ].join(' \\\n  ')
}

const refusal = (code: RefusalCode, status: number): string =>
  `<li id="${code}"><h3><code>${code}</code></h3><p>${status}: ${escapeHtml(refusalMessage({ code, params: {} }, 'en'))}</p></li>`
