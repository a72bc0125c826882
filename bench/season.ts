import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { embeddedPostgres, type Embedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, '.data/bench')
/** As an operator would run it; what is committed is on the disk (fsync stands at its default, on). */
const SETTINGS = ['shared_buffers=512MB', 'max_connections=200', 'random_page_cost=1.1', 'max_wal_size=4GB']

export type Season = { readonly leagues: number; readonly users: number; readonly events: number }
export const FULL: Season = { leagues: 500, users: 20_000, events: 5_000 }
/** A hundredth of it: what the event page must hardly be faster on. */
export const SMALL: Season = { leagues: 5, users: 200, events: 50 }
/** Its races hold ten million laps: 25,000 of 40 cars, each with ten laps. */
export const LAPS: Season = { leagues: 500, users: 20_000, events: 50_000 }
/** Coming events move nearer as days go by. */
const KEPT_DAYS = 14

/** The cluster of the bench, beside those of tests and of the checkout. */
export function benchCluster(): Promise<Embedded> {
  mkdirSync(FOLDER, { recursive: true })
  return embeddedPostgres(FOLDER, SETTINGS)
}

export type BenchDatabase = { readonly url: string; readonly drop: () => Promise<void> }

/** A copy of the season's template, which is built once and kept until migrations or the season change. */
export async function seasonDatabase(cluster: Embedded, season: Season): Promise<BenchDatabase> {
  const template = await templateOf(cluster, season)
  const name = `bench_${process.pid}_${season.events}`
  await onAdmin(cluster, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template ${template}`)
  })
  await looked(cluster.url(name))
  return { url: cluster.url(name), drop: () => onAdmin(cluster, async (client) => void (await client.query(`drop database ${name} with (force)`))) }
}

/** As on a platform that was up last night: what it looks for then it would look for a minute after its start, in the middle of what is measured. */
async function looked(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into invariant_checks (name, violations, ids, checked_at) values ('looked', 0, '{}', now())`)
  await client.end()
}

async function templateOf(cluster: Embedded, season: Season): Promise<string> {
  const text = textOf(season)
  const hash = createHash('sha256')
    .update(text)
    .update(String(Math.floor(Date.now() / (KEPT_DAYS * 86_400_000))))
  for (const file of readdirSync(path.join(ROOT, 'migrations')).sort()) hash.update(readFileSync(path.join(ROOT, 'migrations', file)))
  const name = `season_${season.events}_${hash.digest('hex').slice(0, 12)}`
  await onAdmin(cluster, async (client) => {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [
      `season_${season.events}_`,
    ])
    if (rows.some(({ datname }) => datname === name)) return
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
    process.stderr.write(`building the season of ${season.events} events …\n`)
    await client.query(`create database ${name}_half`)
    await build(cluster.url(`${name}_half`), text)
    await client.query(`alter database ${name}_half rename to ${name}`)
  })
  return name
}

const textOf = (season: Season): string =>
  readFileSync(path.join(ROOT, 'bench/season.sql'), 'utf8').replaceAll(/\{(leagues|users|events)\}/g, (_, key: keyof Season) => String(season[key]))

/** Fills a migrated database with the season. */
export async function fillSeason(url: string, season: Season): Promise<void> {
  await fill(url, textOf(season))
}

async function build(url: string, text: string): Promise<void> {
  await migrate(url)
  await fill(url, text)
}

async function fill(url: string, text: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  await pool.query(`begin; set local synchronous_commit = off; ${text}; commit`)
  await pool.query('vacuum (analyze, freeze)')
  await pool.end()
}

async function onAdmin<T>(cluster: Embedded, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

/** The same ids as `pg_temp.id` of season.sql. */
export const seasonId = (kind: 'user' | 'league' | 'session', n: number): string => {
  const hex = `${(1_735_689_600_000 + n * 1000).toString(16).padStart(12, '0')}7${{ user: '001', league: '002', session: '003' }[kind]}8${n.toString(16).padStart(15, '0')}`
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
