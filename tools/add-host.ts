/** Registers a race host and prints its token once: `node tools/add-host.ts --name fra-1 --region DE-Frankfurt --games acc,assetto_corsa --address 203.0.113.7`. */
import { createHash, randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { PLAYABLE } from '#games/index.ts'
import { registerHost } from '#modules/hosting/door.ts'
import { REGIONS } from '#modules/sessions/rules.ts'
import { newId } from '#server/db/change.ts'
import { connect } from '#server/db/connect.ts'
import { borrowedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { readConfig } from '#server/config.ts'

const { values } = parseArgs({
  options: {
    name: { type: 'string' },
    region: { type: 'string' },
    games: { type: 'string' },
    address: { type: 'string' },
    capacity: { type: 'string', default: '4' },
    ports: { type: 'string', default: '9600-9699' },
  },
})
const offered: readonly string[] = PLAYABLE.filter((game) => game.server).map((game) => game.id)
const games = (values.games ?? '').split(',').filter(Boolean)
const [portFrom = 0, portTo = 0] = values.ports.split('-').map(Number)
const wrong = [
  !/^[\w.-]{1,60}$/.test(values.name ?? '') && '--name: letters, digits, . _ -',
  !(REGIONS as readonly string[]).includes(values.region ?? '') && `--region: one of ${REGIONS.join(', ')}`,
  (games.length === 0 || games.some((game) => !offered.includes(game))) && `--games: some of ${offered.join(',')}`,
  !/^[\w.:-]{1,100}$/.test(values.address ?? '') && '--address: where drivers reach its servers, an IP address or a name',
  !/^[1-9]\d?$/.test(values.capacity) && '--capacity: servers at once, 1 to 99',
  !(portFrom >= 1024 && portTo <= 65_535 && portFrom <= portTo) && '--ports: first-last, from 1024 to 65535',
].filter(Boolean)
if (wrong.length > 0) {
  process.stderr.write(`${wrong.join('\n')}\n`)
  process.exit(2)
}

const config = readConfig(process.env)
const embedded = config.databaseUrl ? null : await borrowedPostgres(config.dataDir)
const databaseUrl = config.databaseUrl ?? embedded!.url('postgres')
const { db, close } = connect(databaseUrl, 1)
try {
  await migrate(databaseUrl)
  const token = randomBytes(32).toString('base64url')
  const host = {
    name: values.name!,
    tokenHash: createHash('sha256').update(token).digest('hex'),
    region: values.region!,
    games,
    address: values.address!,
    capacity: Number(values.capacity),
    portFrom,
    portTo,
  }
  await registerHost(db, newId<'host'>(), host, new Date())
  process.stdout.write(`${host.name} is registered. Its token, shown once:\n\nHOST_TOKEN=${token}\n`)
} finally {
  await close()
  await embedded?.stop()
}
