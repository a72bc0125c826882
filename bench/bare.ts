/** nginx's place where it is missing: files from memory, compressed already. Order: port and folder. */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'

const [port = '0', folder = ''] = process.argv.slice(2)
const files = new Map<string, Buffer>()
createServer((request, reply) => {
  const name = request.url ?? ''
  if (!files.has(name)) for (const file of readdirSync(folder)) files.set(`/${file}`, readFileSync(path.join(folder, file)))
  const body = files.get(`${name}.gz`)
  if (!body) return void reply.writeHead(404).end()
  reply.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': body.length }).end(body)
}).listen(Number(port), '127.0.0.1')
