/** Which tables there are, whose they are, and who else may name them, as the rooms say it. */
export type Owners = {
  readonly tables: ReadonlySet<string>
  /** Room by table; `server` for the machine's own. */
  readonly ownerOf: ReadonlyMap<string, string>
  /** Tables of others by the room and the role that read them (`entries/queries`), or by the file. */
  readonly joins: ReadonlyMap<string, readonly string[]>
}

/** Tests, what they are made of, measurements and the table of roles look at what became of things. */
const LOOKS_AT_ALL = /\.(test|fixture)\.tsx?$|^(testing|e2e|bench|server\/(?:roles|fuzz|words)|tools\/rooms)\/|^server\/db\/tables\.ts$/

/** What tables the migrations leave behind. */
export function tablesOf(migrations: readonly string[]): ReadonlySet<string> {
  const tables = new Set<string>()
  const change = /^(?:create table(?: if not exists)? (\w+)|drop table(?: if exists)? (\w+)|alter table (\w+) rename to (\w+))/gim
  for (const [, created, dropped, before, after] of migrations.flatMap((text) => [...text.matchAll(change)])) {
    const gone = dropped ?? before
    if (gone) tables.delete(gone)
    const come = created ?? after
    if (come) tables.add(come)
  }
  return tables
}

/** Reads the room list: `owns` and `joins` of each room, what the machine owns, and the files beside them. */
export function ownersOf(registry: string, tables: ReadonlySet<string>): Owners & { readonly faults: readonly string[] } {
  const [rooms = '', machine = ''] = registry.split('export const MACHINE')
  const ownerOf = new Map<string, string>()
  const joins = new Map<string, readonly string[]>()
  const faults: string[] = []
  for (const [owner, text] of [...roomsIn(rooms), ['server', machine] as const]) {
    for (const table of wordsOf(/\bowns: \[([^\]]*)\]/.exec(text)?.[1])) {
      if (!tables.has(table)) faults.push(`${owner} owns ${table}, which no migration makes`)
      if (ownerOf.has(table)) faults.push(`${table} is of ${ownerOf.get(table)} and of ${owner}; a table has one owner`)
      ownerOf.set(table, owner)
    }
    const listed = /\bjoins: \{([^}]*)\}/.exec(text)?.[1] ?? ''
    for (const [, role, names] of listed.matchAll(/'?([\w./-]+)'?: \[([^\]]*)\]/g))
      joins.set(owner === 'server' ? role! : `${owner}/${role}`, wordsOf(names))
  }
  for (const table of tables) if (!ownerOf.has(table)) faults.push(`nobody owns ${table}; the room that does says so in its owns`)
  return { tables, ownerOf, joins, faults }
}

export type Named = { readonly read: ReadonlySet<string>; readonly written: ReadonlySet<string> }

/** The tables that Kysely calls and SQL texts of a file name. */
export function tablesNamed(text: string, tables: ReadonlySet<string>): Named {
  const code = text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/(^|\s)\/\/.*$/gm, '')
  const known = (found: Iterable<RegExpMatchArray>): string[] =>
    [...found].flatMap(([, names = '']) => names.match(/\w+/g) ?? []).filter((name) => tables.has(name))
  return {
    read: new Set([
      ...known(code.matchAll(/\b(?:selectFrom|\w+Join|using|from)\(\s*\[?((?:\s*'\w+(?: as \w+)?',?)+)/g)),
      ...known(code.matchAll(/\b(?:from|join|using)\s+(\w+(?:\s+(?:as\s+)?\w+)?(?:\s*,\s*\w+(?:\s+(?:as\s+)?\w+)?)*)/g)),
    ]),
    written: new Set([
      ...known(code.matchAll(/\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*('\w+)/g)),
      ...known(code.matchAll(/\b(?:insert into|update|delete from|merge into|truncate)\s+(\w+)/g)),
    ]),
  }
}

/** Where a file stands in the list: its room and role, else itself. */
export const roomFileOf = (file: string, registered: readonly string[]): string => {
  const [area, room = '', role = ''] = file.split('/')
  return area === 'modules' && registered.includes(room) ? `${room}/${role.replace(/\.tsx?$/, '')}` : file
}

/** What a file says of tables that are not its to name, one sentence each. */
export function strayTables(file: string, text: string, owners: Owners, registered: readonly string[]): readonly string[] {
  if (LOOKS_AT_ALL.test(file)) return []
  const roomFile = roomFileOf(file, registered)
  const own = roomFile === file ? file.split('/')[0]! : roomFile.split('/')[0]!
  const role = roomFile.split('/')[1]
  const listed = owners.joins.get(roomFile) ?? []
  // a table without an owner is a fault of the list already
  const { read, written } = tablesNamed(text, new Set(owners.ownerOf.keys()))
  const isRoom = roomFile !== file
  return [
    ...[...written].flatMap((table) => {
      const owner = owners.ownerOf.get(table)
      if (owner !== own) return !isRoom && listed.includes(table) ? [] : [`writes ${table}, which is of ${owner}; its store alone does`]
      return isRoom && role !== 'store' && role !== 'projections' ? [`writes ${table}; a room writes in its store alone`] : []
    }),
    ...[...read]
      .filter((table) => !written.has(table) && owners.ownerOf.get(table) !== own && role !== 'invariants' && !listed.includes(table))
      .map((table) => `reads ${table}, which is of ${owners.ownerOf.get(table)}; ask its door, or list it under joins in the room.ts that reads it`),
  ]
}

/** What is listed and not joined any more: the list tells what is, so that a new line is a decision. */
export function idleJoins(
  sources: readonly (readonly [file: string, text: string])[],
  owners: Owners,
  registered: readonly string[],
): readonly string[] {
  const named = new Map<string, Set<string>>()
  for (const [file, text] of sources) {
    if (LOOKS_AT_ALL.test(file)) continue
    const roomFile = roomFileOf(file, registered)
    const { read, written } = tablesNamed(text, owners.tables)
    named.set(roomFile, new Set([...(named.get(roomFile) ?? []), ...read, ...written]))
  }
  return [...owners.joins].flatMap(([roomFile, tables]) =>
    tables.filter((table) => !named.get(roomFile)?.has(table)).map((table) => `lists that ${roomFile} joins ${table}, which it does not`),
  )
}

/** Of each table how long its rows stay is said once: its room keeps them for days, or names it among those that stay. */
export function undatedTables(sources: readonly (readonly [file: string, text: string])[], registry: string, owners: Owners): readonly string[] {
  const [rooms = '', machine = ''] = registry.split('export const MACHINE')
  const texts = [...roomsIn(rooms).map(([, text]) => text), machine]
  const listed = new Set(texts.flatMap((text) => wordsOf(/\bstays: \[([^\]]*)\]/.exec(text)?.[1])))
  const pruned = new Set(
    sources
      .filter(([file]) => /^(modules\/[^/]+\/jobs\b|server\/retention\/keeps)/.test(file) && !LOOKS_AT_ALL.test(file))
      .flatMap(([, text]) => [...text.matchAll(/\bwhat: '(\w+)/g)].map(([, table]) => table!)),
  )
  return [...owners.ownerOf].flatMap(([table, owner]) => {
    if (pruned.has(table) !== listed.has(table)) return []
    const keeps = owner === 'server' ? 'server/retention/keeps.ts' : `modules/${owner}/jobs.ts`
    return pruned.has(table)
      ? [`says that ${table} stays, which ${keeps} prunes`]
      : [
          `${owner} owns ${table}: how long does a row stay? For good: its \`stays\` names it; for days: a Keep in ${keeps} and its line in docs/operations.md`,
        ]
  })
}

/** Tables of the migrations that the compiler has not heard of. */
export const untypedTables = (types: string, tables: ReadonlySet<string>): readonly string[] => {
  const typed = new Set([...types.matchAll(/^ {2}(\w+): \{$/gm)].map(([, table]) => table!))
  const missing = [...tables].filter((table) => !typed.has(table))
  return missing.length === 0 ? [] : [`knows nothing of ${missing.join(', ')}, which a migration makes: run npm run db-types`]
}

const wordsOf = (list = ''): readonly string[] => [...list.matchAll(/'(\w+)'/g)].map(([, word]) => word!)

function roomsIn(registry: string): readonly (readonly [name: string, text: string])[] {
  const starts = [...registry.matchAll(/\bname: '([a-z-]+)'/g)]
  return starts.map(({ index, 1: name }, i) => [name!, registry.slice(index, starts[i + 1]?.index)])
}
