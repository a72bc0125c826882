import type { Plugin } from 'vite'

/**
 * Contracts reach pages without their schemas: a page needs a method and a path, TypeScript has the rest. This keeps zod (60 kB
 * gzip with the schemas of twenty rooms) out of every visit. The server checks what is sent; limits a form shows come from rules.ts.
 */
export function slimContracts(): Plugin {
  return {
    name: 'slim-contracts',
    enforce: 'post',
    transform: {
      filter: { id: /\/(core\/[^/]+|modules\/[^/]+\/contract(\/[^/]+)?)\.ts$/ },
      handler(code, id) {
        return { code: slim(code, this.parse(code) as unknown as Node, id.endsWith('/core/contract.ts')), map: null }
      },
    },
  }
}

/** Stops the build when zod got in after all, and says through which file. */
export function refuseZod(): Plugin {
  return {
    name: 'refuse-zod',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        const zod = chunk.type === 'chunk' && chunk.moduleIds.find((id) => id.includes('/node_modules/zod/'))
        if (!zod) continue
        const entries = chunk.moduleIds.filter(
          (id) => this.getModuleInfo(id)?.importedIds.some((other) => other.includes('/node_modules/zod/')) && !id.includes('/zod/'),
        )
        this.error(
          `zod would be shipped to browsers through ${entries.join(', ') || chunk.fileName}: take limits from rules.ts, never run a schema in a page`,
        )
      }
    },
  }
}

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown }
type Cut = { readonly from: number; readonly to: number; readonly text: string }

const SCHEMA_KEYS = new Set(['params', 'body', 'reply', 'summary', 'refusals'])
const NO_WORK = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'Literal', 'Identifier', 'TemplateLiteral'])

function slim(code: string, program: Node, isContractFile: boolean): string {
  const cuts: Cut[] = []
  for (const statement of program.body as Node[]) {
    const declaration = (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement) as Node | null
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { init } of declaration.declarations as { init: Node | null }[]) {
      if (!init || NO_WORK.has(init.type)) continue
      // A call marked pure disappears when nothing uses its value; the wrapper makes one mark cover a whole chain of calls.
      cuts.push({ from: init.start, to: init.start, text: '/* @__PURE__ */ (() => (' }, { from: init.end, to: init.end, text: '))()' })
    }
  }
  walk(program, (node) => {
    const isOptions = node.type === 'CallExpression' && ['command', 'query'].includes((node.callee as { name?: string }).name ?? '')
    const objects = isOptions ? (node.arguments as Node[]) : isContractFile && node.type === 'ReturnStatement' ? [node.argument as Node] : []
    for (const object of objects) if (object?.type === 'ObjectExpression') cuts.push(...schemaCuts(object))
    if (isFile(node)) cuts.push({ from: node.start, to: node.end, text: '...null' })
  })
  return apply(code, cuts)
}

/** A call that answers with a file: pages have links to it, and ask it by no name. */
function isFile({ type, value }: Node): boolean {
  const call = value as Node | null
  if (type !== 'Property' || call?.type !== 'CallExpression') return false
  return (call.arguments as Node[]).some((options) => options.type === 'ObjectExpression' && (options.properties as Node[]).some(isProduces))
}
const isProduces = ({ type, key }: Node): boolean => type === 'Property' && (key as { name?: string }).name === 'produces'

const schemaCuts = (object: Node): Cut[] =>
  (object.properties as Node[])
    .filter((property) => property.type === 'Property' && SCHEMA_KEYS.has((property.key as { name?: string }).name ?? ''))
    // An empty spread keeps the commas right without moving anything else.
    .map((property) => ({ from: property.start, to: property.end, text: '...null' }))

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) return node.forEach((child) => walk(child, visit))
  if (typeof node !== 'object' || node === null) return
  if ('type' in node) visit(node as Node)
  for (const child of Object.values(node)) if (typeof child === 'object') walk(child, visit)
}

function apply(code: string, cuts: readonly Cut[]): string {
  let text = code
  const outer = cuts.filter((cut) => !cuts.some((other) => other !== cut && other.from <= cut.from && cut.to <= other.to && other.text === '...null'))
  for (const cut of outer.toSorted((a, b) => b.from - a.from || b.to - a.to)) text = text.slice(0, cut.from) + cut.text + text.slice(cut.to)
  return text
}
