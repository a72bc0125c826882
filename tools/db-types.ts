/** Writes server/db/tables.ts from the migrations: `npm run db-types`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { embeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

const TYPES: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  int4: 'number',
  int8: 'number',
  int2: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  date: 'DateText',
  bytea: 'Buffer',
  numeric: 'number',
  _text: 'string[]',
  _int4: 'number[]',
  _int2: 'number[]',
  _uuid: 'string[]',
}
const BRANDS: Readonly<Record<string, string>> = {
  user_id: 'UserId',
  owner_id: 'UserId',
  driver_id: 'UserId',
  actor_id: 'UserId',
  reporter_id: 'UserId',
  reportee_id: 'UserId',
  reviewer_id: 'UserId',
  league_id: 'LeagueId',
  session_id: 'SessionId',
  split_id: 'SplitId',
  entry_id: 'EntryId',
  host_id: 'HostId',
  server_id: 'ServerId',
  result_id: 'ResultId',
  template_id: 'SessionId',
  report_id: 'ProtestId',
  correction_id: 'CorrectionId',
  tournament_id: 'TournamentId',
  'tournaments.id': 'TournamentId',
  round_id: 'RoundId',
  list_id: 'RoundId',
  from_list_id: 'RoundId',
  'rounds.id': 'RoundId',
  'users.id': 'UserId',
  'logins.id': 'UserId',
  'leagues.id': 'LeagueId',
  'sessions.id': 'SessionId',
  'splits.id': 'SplitId',
  'entries.id': 'EntryId',
  'hosts.id': 'HostId',
  'servers.id': 'ServerId',
  'results.id': 'ResultId',
  'result_files.id': 'ResultFileId',
  'driver_matches.id': 'DriverMatchId',
  'bop_templates.id': 'BopTemplateId',
  'mods.id': 'ModId',
  'notifications.id': 'NotificationId',
  'protest_reports.id': 'ProtestId',
  'protest_penalties.id': 'PenaltyId',
  'applications.id': 'ApplicationId',
}

type Column = {
  table_name: string
  column_name: string
  udt_name: string
  is_nullable: string
  column_default: string | null
  is_identity: string
  is_generated: string
}

const folder = mkdtempSync(path.join(tmpdir(), 'paddock-types-'))
const server = await embeddedPostgres(folder)
await migrate(server.url('postgres'))
const pool = new pg.Pool({ connectionString: server.url('postgres'), max: 1 })
const { rows } = await pool.query<Column>(
  `select table_name, column_name, udt_name, is_nullable, column_default, is_identity, is_generated from information_schema.columns
   where table_schema = 'public' and table_name <> 'migrations' order by table_name, ordinal_position`,
)
await pool.end()
await server.stop()
rmSync(folder, { recursive: true, force: true })

const tables = Map.groupBy(rows, (row) => row.table_name)
const used = new Set<string>()
const lines = [...tables].map(
  ([table, columns]) => `  ${table}: {\n${columns.map((column) => `    ${column.column_name}: ${typeOf(table, column)}`).join('\n')}\n  }`,
)
const brands = [...used].sort()
writeFileSync(
  path.resolve(import.meta.dirname, '../server/db/tables.ts'),
  `// Written by \`npm run db-types\` from the migrations; do not edit.\nimport type { ColumnType, Generated, GeneratedAlways } from 'kysely'\nimport type { ${brands.join(', ')} } from '#core/ids.ts'\n\ntype DateText = ColumnType<string, string | Date, string | Date>\ntype Json = ColumnType<unknown, string, string>\n\nexport type Tables = {\n${lines.join('\n')}\n}\n`,
)

function typeOf(table: string, column: Column): string {
  if (column.udt_name === 'jsonb' || column.udt_name === 'json')
    return column.is_nullable === 'YES'
      ? 'ColumnType<unknown, string | null, string | null>'
      : column.column_default
        ? 'ColumnType<unknown, string | undefined, string>'
        : 'Json'
  const brand =
    column.udt_name === 'uuid'
      ? (BRANDS[`${table}.${column.column_name}`] ?? BRANDS[column.column_name] ?? (column.column_name.endsWith('_by') ? 'UserId' : undefined))
      : undefined
  if (brand) used.add(brand)
  const base = brand ?? TYPES[column.udt_name]
  if (!base) throw new Error(`no type for ${table}.${column.column_name} (${column.udt_name})`)
  const type = column.is_nullable === 'YES' ? `${base} | null` : base
  if (column.is_generated === 'ALWAYS' || column.is_identity === 'YES') return `GeneratedAlways<${type}>`
  return column.column_default && base !== 'DateText' ? `Generated<${type}>` : type
}
