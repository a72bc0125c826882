/** Bare commits: writers that insert one row each, over and over, straight into PostgreSQL. Order: database, writers, milliseconds. */
import pg from 'pg'

const [url = '', writers = '32', forMs = '2000'] = process.argv.slice(2)
const endsAt = performance.now() + Number(forMs)
let count = 0
await Promise.all(
  Array.from({ length: Number(writers) }, async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    while (performance.now() < endsAt) {
      await client.query({ name: 'commit', text: 'insert into bench_commits (at) values ($1)', values: [new Date()] })
      count++
    }
    await client.end()
  }),
)
process.stdout.write(String(count / (Number(forMs) / 1000)))
