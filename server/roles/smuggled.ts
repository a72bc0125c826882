import { fillPath, type Contract } from '#core/contract.ts'
import type { Asked } from './asking.fixture.ts'

/** The command as it is right, with one field more: on top, and in every object of its own inside. */
export function smuggled(contract: Contract, { at = {}, body = {} }: Asked): readonly { readonly path: string; readonly body: string }[] {
  const { path } = fillPath(contract.path, { v: 1, ...at })
  const named = fieldsOf(contract)
  const extra = EXTRA.filter((field) => !named.includes(field))
  const inside = Object.entries(body).filter(([key, value]) => isObject(value) && !OPEN_OBJECTS.has(key))
  return [
    ...extra.map((field) => JSON.stringify({ ...body, [field]: VALUES[field] })),
    ...inside.flatMap(([key, value]) => extra.map((field) => JSON.stringify({ ...body, [key]: { ...(value as object), [field]: VALUES[field] } }))),
    JSON.stringify(body).replace('{', `{"__proto__":{"role":"owner"}${Object.keys(body).length > 0 ? ',' : ''}`),
    JSON.stringify(body).replace('{', `{"constructor":{"prototype":{"role":"owner"}}${Object.keys(body).length > 0 ? ',' : ''}`),
  ].map((text) => ({ path, body: text }))
}

const VALUES: Readonly<Record<string, unknown>> = {
  role: 'owner',
  status: 'ACTIVE',
  leagueId: '00000000-0000-7000-8000-000000000000',
  createdBy: '00000000-0000-7000-8000-000000000000',
  userId: '00000000-0000-7000-8000-000000000000',
  adjusterId: '00000000-0000-7000-8000-000000000000',
  points: 100,
  price: 0,
  isManager: true,
}
const EXTRA = Object.keys(VALUES)
/** Whose keys are data: options of a game, cars, a configuration of its own schema, a file of another program. */
const OPEN_OBJECTS: ReadonlySet<string> = new Set(['options', 'bops', 'config', 'data'])
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
type Shaped = { readonly shape?: object; readonly options?: readonly Shaped[] }
const namesIn = ({ shape = {}, options = [] }: Shaped): readonly string[] => [...Object.keys(shape), ...options.flatMap(namesIn)]
const fieldsOf = (contract: Contract): readonly string[] => (contract.kind === 'command' ? namesIn(contract.body as Shaped) : [])
