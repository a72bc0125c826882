/** Holds the tree to the design: who may import whom, what files are called, how long they are. One sentence per fault; exit 1 when there is any. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { namedGame } from './rooms/games.ts'
import { missingFiles } from './rooms/named-files.ts'
import { registryOf, unregistered } from './rooms/registered.ts'
import { strayStatement } from './rooms/statements.ts'
import { missingClasses } from './rooms/styles.ts'
import { idleJoins, ownersOf, strayTables, tablesOf, undatedTables, untypedTables } from './rooms/tables.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const MOST_LINES = 300
const MOST_FILES = 20
/** Written by a program, never read. */
const MADE = new Set(['server/db/tables.ts', 'core/texts/keys.ts'])
const BANNED = new Set(['utils', 'util', 'common', 'helpers', 'helper', 'lib', 'misc', 'shared', 'services', 'managers', 'types'])
const SERVER_SIDE = ['store', 'queries', 'commands', 'projections', 'door', 'jobs', 'invariants', 'room']
const ROLES = ['contract', 'rules', 'policy', 'decide', ...SERVER_SIDE, 'screens']
/** What each role of a room may use of its own room (design, section 3). */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  // the numbers of a room stand once, in its rules; its schemas read them there
  contract: ['contract', 'rules'],
  rules: ['contract', 'rules'],
  policy: ['contract', 'rules', 'policy'],
  decide: ['contract', 'rules', 'decide'],
  screens: ['contract', 'rules', 'screens'],
}

const faults: string[] = []
const fault = (file: string, sentence: string): void => void faults.push(`${file}: ${sentence}`)
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const registry = registryOf(read)
const sheet = (file: string): string | null => (existsSync(path.join(ROOT, file)) ? read(file) : null)
const order = [...registry.matchAll(/name: '([a-z-]+)'/g)].map((match) => match[1]!)
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(path.join(ROOT, file)))
const sources = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
const migrations = files.filter((file) => /^migrations\/.*\.sql$/.test(file)).toSorted()
const tables = tablesOf(migrations.map(read))
const owners = ownersOf(registry, tables)
const texts = sources.map((file) => [file, read(file)] as const)

for (const [file, text] of texts) {
  checkNames(file)
  if (text.split('\n').length - 1 > MOST_LINES && !MADE.has(file)) fault(file, `is longer than ${MOST_LINES} lines; make a folder of its role`)
  for (const [, bare, from] of text.matchAll(/^(?:import '([^']+)'|(?:(?:import|export)\b.*|\}) from '([^']+)')/gm))
    checkImport(file, bare ?? from ?? '')
  for (const [, specifier] of text.matchAll(/\bimport\('([^']+)'\)/g)) checkImport(file, specifier!)
  checkSight(file, text)
  const statement = strayStatement(file, text)
  if (file.endsWith('.tsx')) for (const missing of missingClasses(file, text, sheet)) fault(file, `draws with ${missing}`)
  if (statement) fault(file, `says ${statement}; what writes stands in the room's store, what reads in its queries or a door`)
  for (const sentence of [...strayTables(file, text, owners, order), ...unregistered(file, text, registry)]) fault(file, sentence)
  const game = namedGame(file, text)
  if (game) fault(file, `names the game '${game}'; what is so of a game stands in games/ and is read from Game or GameFacts`)
}
for (const sentence of [...owners.faults, ...idleJoins(texts, owners, order), ...undatedTables(texts, registry, owners)])
  fault('modules/*/room.ts', sentence)
for (const sentence of untypedTables(read('server/db/tables.ts'), tables)) fault('server/db/tables.ts', sentence)
const tops = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]!))
for (const page of ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'])
  for (const name of missingFiles(read(page), files, tops)) fault(page, `names ${name}, which is not there`)
for (const [folder, inside] of Map.groupBy(sources, path.dirname)) {
  if (inside.length > MOST_FILES) fault(folder, `holds ${inside.length} files; ${MOST_FILES} are the most`)
  if (folder.split('/').length > 4) fault(folder, 'lies deeper than four levels')
}

process.stdout.write(faults.length === 0 ? `${sources.length} files stand in their rooms\n` : `${[...new Set(faults)].join('\n')}\n`)
process.exit(faults.length === 0 ? 0 : 1)

function checkNames(file: string): void {
  for (const part of file.replace(/\.\w+$/, '').split('/')) if (BANNED.has(part)) fault(file, `"${part}" says nothing; name it after what it holds`)
  if (/(^|\/)index\.\w+$/.test(file) && file !== 'games/index.ts') fault(file, 'index files hide where things stand; only games/index.ts is one')
  const [area, room, role = ''] = file.split('/')
  if (area !== 'modules' || /\.(test|fixture)\.ts$/.test(file)) return
  const name = role.replace(/\.tsx?$/, '')
  if (!ROLES.includes(name)) fault(file, `a room has only ${ROLES.join(', ')} and tests`)
  // what holds no calls needs no place in the registry; its door is open to every room
  if (!order.includes(room!) && name !== 'rules' && name !== 'door') fault(file, 'its room has no room.ts in server/registry.ts')
}

/** Whether a community is hidden, closed or open to visitors is asked in one place; the room it belongs to writes and shows it. */
function checkSight(file: string, text: string): void {
  const [area, room, role = ''] = file.split('/')
  const isAsking = ['policy', 'decide', 'store', 'queries', 'commands', 'door', 'jobs'].includes(role.replace(/\.ts$/, ''))
  if (area !== 'modules' || !isAsking || /\.(test|fixture)\.ts$/.test(file) || ['visibility', 'leagues'].includes(room!)) return
  const column = /\b(?:leagues|l)\.(?:visibility|closed_at|open_results)\b|'(?:HIDDEN|PUBLIC)'|'DRAFT', 'RECURRING'\]?\)/.exec(text)?.[0]
  if (column) fault(file, `says ${column}; who may see what is asked of modules/visibility`)
}

function checkImport(file: string, specifier: string): void {
  const isOwnRoom =
    path.posix.join(path.posix.dirname(file), specifier).startsWith(file.split('/').slice(0, 2).join('/') + '/') && file.startsWith('modules/')
  if (specifier.includes('../..') && !isOwnRoom) fault(file, `imports ${specifier}; a line that leaves its room goes through a # door`)
  if (/^\.\.?\//.test(specifier) && !/\.(ts|tsx|json|css|mjs|js|woff2|webp|svg)(\?\w+)?$/.test(specifier))
    fault(file, `imports ${specifier} without its ending`)
  const target = specifier.startsWith('#')
    ? specifier.slice(1)
    : specifier.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), specifier)
      : null
  if (!target) return checkPackage(file, specifier)
  const area = file.split('/')[0]!
  const to = target.split('/')[0]!
  const isTest = /\.(test|fixture)\.tsx?$/.test(file)
  if (isTest || ['testing', 'e2e', 'bench', 'tools'].includes(area)) return
  const allowed: Readonly<Record<string, readonly string[]>> = {
    core: ['core'],
    games: ['core', 'games'],
    modules: ['core', 'games', 'modules', 'server', 'web'],
    server: ['core', 'server', 'modules', 'web', 'games', ...(file === 'server/demo.ts' ? ['testing'] : [])],
    web: ['core', 'games', 'modules', 'web'],
    host: ['core', 'games', 'modules', 'host'],
    sync: ['core', 'games', 'modules', 'sync'],
  }
  if (allowed[area] && !allowed[area].includes(to)) return fault(file, `${area} must not use ${to} (${specifier})`)
  if (area === 'modules') return checkRoomImport(file, target, to)
  if (area === 'web' && to === 'modules' && !/^modules\/[^/]+\/(contract|rules|screens)(\.ts|\/)/.test(target))
    fault(file, `pages use contracts, rules and screens of rooms, not ${specifier}`)
  if ((area === 'host' || area === 'sync') && to === 'modules' && !/^modules\/(hosting|result-files|downloads)\/contract\.ts$/.test(target))
    fault(file, `${area} knows only contracts, not ${specifier}`)
  if (area === 'server' && to === 'modules' && file !== 'server/registry.ts' && !/^server\/(local-host|demo)/.test(file))
    fault(file, 'rooms are named in server/registry.ts alone')
  if (area === 'server' && to === 'web' && file !== 'server/http/web.ts')
    fault(file, 'the server reaches pages only through the built render function')
}

function checkRoomImport(file: string, target: string, to: string): void {
  const [, room = '', rolePath = ''] = file.split('/')
  const role = rolePath.replace(/\.tsx?$/, '')
  if (to === 'web') {
    if (role !== 'screens') fault(file, `only screens use web (${target})`)
    else if (!/^web\/(kit|ui)\//.test(target)) fault(file, `screens use web/kit and web/ui, not ${target}`)
    return
  }
  if (to === 'server') {
    if (!SERVER_SIDE.includes(role)) fault(file, `${role} is pure and knows no ${target}`)
    else if (!/^server\/(room\.ts|db\/|outside\/)/.test(target)) fault(file, `a room plugs into server/room.ts, db and outside, not ${target}`)
    return
  }
  if (to !== 'modules') return
  const [, otherRoom = '', otherPath = ''] = target.split('/')
  const other = otherPath.replace(/\.tsx?$/, '')
  if (otherRoom === room) {
    if (INSIDE[role] && !INSIDE[role].includes(other)) fault(file, `${role} must not use ${other}`)
    return
  }
  if (other === 'contract' || other === 'rules') return
  if (other !== 'door') return fault(file, `of other rooms only contract, rules and door, not ${target}`)
  if (!SERVER_SIDE.includes(role)) fault(file, `${role} must not ask the door of ${otherRoom}`)
  if (order.includes(otherRoom) && order.indexOf(otherRoom) >= order.indexOf(room))
    fault(file, `the door of ${otherRoom} is for rooms after it in the registry, ${room} stands before`)
}

function checkPackage(file: string, specifier: string): void {
  const area = file.split('/')[0]!
  const pure = file.startsWith('games/') || /^modules\/[^/]+\/(rules|policy|decide)\b/.test(file) || area === 'core'
  if (/\.(test|fixture)\./.test(file)) return
  if (pure && specifier.startsWith('node:')) fault(file, `is pure and must not use ${specifier}`)
  if ((area === 'host' || area === 'sync') && !specifier.startsWith('node:')) fault(file, `${area} uses node: alone, not ${specifier}`)
}
