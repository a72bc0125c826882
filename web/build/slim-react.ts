import type { Plugin } from 'vite'

const PART = /whole:react-dom\/client$/
/**
 * What nobody here draws with, by the number its nodes have: a measure of the drawing, a list of waiting parts, a hidden part of old, a cache, a
 * tracing mark, what React lifts into the document's head, the document itself, a view transition, and a part that is kept hidden.
 */
const NODES: ReadonlySet<unknown> = new Set([12, 19, 23, 24, 25, 26, 27, 30, 31])
/** Of these elements such nodes would be made. Now React throws, as at whatever is no element. */
const ELEMENTS: ReadonlySet<string> = new Set(
  ['PROFILER', 'SUSPENSE_LIST', 'LEGACY_HIDDEN', 'VIEW_TRANSITION', 'ACTIVITY'].map((name) => `REACT_${name}_TYPE`),
)
/** Functions that such nodes need alone, and those of calls that nobody makes; what else they call goes with them. */
const EMPTIED: Readonly<Record<string, string>> = {
  // the head of a page is the platform's own matter (web/document.ts, web/head.ts)
  isHostHoistableType: 'return false',
  ...nothing('prefetchDNS preconnect preload preloadModule preinitStyle preinitScript preinitModuleScript'),
  ...nothing('preloadResource clearSingletonPreambleContribution'),
  // what a view transition names, measures and waits for
  ...nothing('trackEnterViewTransitions commitExitViewTransitions commitNestedViewTransitions startViewTransition flushAfterMutationEffects'),
  ...nothing('restoreEnterOrExitViewTransitions restoreNestedViewTransitions'),
  ...nothing('accumulateSuspenseyCommitOnFiber preloadInstanceAndSuspendIfNeeded onUnsuspend'),
  waitForCommitToBeReady: 'return null',
  // no fragment is asked what stands in it
  ...nothing('commitNewChildToFragmentInstances commitFragmentInstanceInsertionEffects commitFragmentInstanceDeletionEffects'),
  isFragmentInstanceParent: 'return false',
  // forms are sent by web/kit/send.ts
  ...nothing('mountActionState updateActionState rerenderActionState startHostTransition TransitionAwareHostComponent requestFormReset'),
  // no element has a name that its page made up
  ...nothing('setPropOnCustomElement'),
  isCustomElement: 'return false',
  // where in the tree a fault was nobody asks: it has its own trace
  describeFiber: 'return ""',
  // parts are taken over in React's own order
  ...nothing('attemptExplicitHydrationTarget'),
}

function nothing(names: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, '']))
}

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown }
type Case = Node & { readonly test: Node | null; readonly consequent: readonly Node[] }
type Cut = { readonly from: number; readonly to: number; readonly text: string }

/** React's client without what nobody here asks of it (docs/decisions/0058). */
export const slimReact = (): Plugin => ({
  name: 'slim-react',
  apply: (_, { isSsrBuild }) => isSsrBuild !== true,
  transform: {
    filter: { id: PART },
    handler(code) {
      const { text, missing } = slim(code, this.parse(code) as unknown as Node)
      if (missing.length > 0) this.error(`React's client has no ${missing.join(', ')}: look at web/build/slim-react.ts`)
      return { code: text, map: null }
    },
  },
})

function slim(code: string, program: Node): { readonly text: string; readonly missing: readonly string[] } {
  const cuts: Cut[] = []
  const found = new Set<string>()
  const look = (node: Node, into: Node): void => {
    const { type, start, end } = node
    const name = type === 'FunctionDeclaration' ? nameOf(node.id) : ''
    const body = node.body as Node | undefined
    if (Object.hasOwn(EMPTIED, name)) {
      found.add(name)
      return void cuts.push({ from: body!.start, to: body!.end, text: `{${EMPTIED[name]}}` })
    }
    if (type === 'ExpressionStatement' && code.startsWith('FragmentInstance.prototype.', start))
      return void cuts.push({ from: start, to: end, text: '' })
    if (type === 'BinaryExpression' && isOfGone(node)) return void cuts.push({ from: start, to: end, text: String(node.operator === '!==') })
    const gone = type === 'SwitchStatement' ? goneCases(node) : []
    const isIn = (at: number): boolean => gone.some(({ from, to }) => from <= at && at < to)
    cuts.push(...gone)
    // a name that is made in one case is used in others
    const names = gone.length > 0 ? namesMade(node).flatMap(({ name, at }) => (isIn(at) ? [name] : [])) : []
    if (names.length > 0) cuts.push({ from: into.start + 1, to: into.start + 1, text: `var ${names.join(', ')};` })
    const stays =
      gone.length > 0 ? (node.cases as readonly Case[]).flatMap(({ consequent }) => consequent.filter(({ start }) => !isIn(start))) : childrenOf(node)
    for (const child of stays) look(child, /Function/.test(type) && body ? body : into)
  }
  look(program, program)
  const text = cuts.toSorted((a, b) => b.from - a.from).reduce((all, cut) => all.slice(0, cut.from) + cut.text + all.slice(cut.to), code)
  return { text, missing: Object.keys(EMPTIED).filter((name) => !found.has(name)) }
}

const nameOf = (node: unknown): string => (node as { readonly name?: string } | null)?.name ?? ''
const isTag = (node: Node): boolean => /tag$/i.test(nameOf(node.type === 'MemberExpression' ? node.property : node))

function isOfGone({ operator, left, right }: Node): boolean {
  return (operator === '===' || operator === '!==') && isTag(right as Node) && NODES.has((left as Node).value)
}

/** The cases of what is gone; where one that stays runs on into it, only its name. */
function goneCases({ discriminant, cases }: Node): readonly Cut[] {
  let runsOn = false
  return (cases as readonly Case[]).flatMap(({ test, consequent, start, end }) => {
    const isGone = test !== null && (ELEMENTS.has(nameOf(test)) || (isTag(discriminant as Node) && NODES.has(test.value)))
    const isReached = runsOn
    runsOn = (isReached || !isGone) && !leaves(consequent.at(-1))
    return isGone ? [{ from: start, to: isReached ? (consequent[0]?.start ?? end) : end, text: '' }] : []
  })
}

const LEAVES = /^(Break|Return|Throw|Continue)Statement$/
const leaves = (last: Node | undefined): boolean =>
  last?.type === 'BlockStatement' ? leaves((last.body as readonly Node[]).at(-1)) : LEAVES.test(last?.type ?? '')

function namesMade(node: Node): readonly { readonly name: string; readonly at: number }[] {
  if (/Function/.test(node.type)) return []
  const own = node.type === 'VariableDeclarator' ? [{ name: nameOf(node.id), at: node.start }] : []
  return [...own, ...childrenOf(node).flatMap(namesMade)]
}

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child === 'object' && child !== null && 'type' in child)
