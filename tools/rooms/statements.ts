/** Where a room speaks to the database (design, section 3); projections write read tables. */
const HOLDS_SQL = new Set(['store', 'queries', 'door', 'invariants', 'projections'])
const STATEMENT = /\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`/

/** The SQL that a file of a room has and must not; `null` for none. Its commands gather facts and save what follows, and know no table. */
export function strayStatement(file: string, text: string): string | null {
  const [area, , role = ''] = file.split('/')
  if (area !== 'modules' || /\.(test|fixture)\.tsx?$/.test(file) || HOLDS_SQL.has(role.replace(/\.tsx?$/, ''))) return null
  return STATEMENT.exec(text)?.[0].replace(/[(<`].*/s, '') ?? null
}
