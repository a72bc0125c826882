import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { freePorts } from '../ports.ts'

const MAIN = path.resolve(import.meta.dirname, '../main.ts')
let base: string
before(() => (base = mkdtempSync(path.join(tmpdir(), 'paddock-check-'))))
after(() => rmSync(base, { recursive: true, force: true }))

/** The program as an operator runs it, in a folder of its own. */
async function checked(games: object | null, ...args: readonly string[]): Promise<{ code: number | null; said: string; folder: string }> {
  const folder = mkdtempSync(path.join(base, 'host-'))
  if (games) writeFileSync(path.join(folder, 'games.json'), JSON.stringify(games))
  const child = spawn(process.execPath, [MAIN, 'check', ...args], { env: { PATH: process.env['PATH'], HOST_FOLDER: folder } })
  let said = ''
  for (const out of [child.stdout, child.stderr]) out.on('data', (text) => (said += String(text)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said, folder }
}

const portsFrom = async (): Promise<string> => String(await freePorts(4))

function install(name: string, script: string): string {
  const folder = path.join(base, name)
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'acServer'), `#!/bin/sh\n${script}\n`)
  chmodSync(path.join(folder, 'acServer'), 0o755)
  return folder
}

for (const game of ['acc', 'ac', 'r3e', 'ams2', 'lmu'])
  test(`${game}: the emulator passes, and leaves nothing`, async () => {
    const { code, said, folder } = await checked(null, '--game', game, '--seconds', '1', '--port-from', await portsFrom())
    assert.equal(code, 0, said)
    for (const part of ['program', 'ports', 'folder', 'start', 'drivers', 'end']) assert.match(said, new RegExp(`^ok    ${part}: `, 'm'), said)
    assert.deepEqual(readdirSync(path.join(folder, 'check')), [])
  })

test('what is missing is said in words, and the program ends with 1', { skip: process.platform === 'win32' }, async () => {
  const [empty, ends] = [path.join(base, 'empty'), install('ends', 'echo "open content/tracks: no such file"; exit 3')]
  mkdirSync(empty)
  const rows: readonly [string, object, readonly string[], RegExp][] = [
    ['no such game', {}, ['--game', 'tetris'], /--game must be one of/],
    ['no folder', { assetto_corsa: { install: path.join(base, 'none') } }, ['--game', 'assetto_corsa'], /there is no folder/],
    ['no program', { assetto_corsa: { install: empty } }, ['--game', 'assetto_corsa'], /there is no program .*acServer/],
    ['no Wine', { assetto_corsa: { install: ends, before: ['no-such-wine'] } }, ['--game', 'assetto_corsa'], /no-such-wine was not found/],
    ['it ends', { assetto_corsa: { install: ends } }, ['--game', 'assetto_corsa'], /ended after \d+ s with code 3[^]*open content\/tracks/],
  ]
  for (const [name, games, args, sentence] of rows) {
    const { code, said } = await checked(games, ...args, '--port-from', await portsFrom())
    assert.equal(code, 1, `${name}: ${said}`)
    assert.match(said, sentence, name)
  }
})

test(
  'a server that says nothing, behind a script that ignores a wish: its folder stays for a look',
  { skip: process.platform === 'win32' },
  async () => {
    const games = { assetto_corsa: { install: install('silent', "trap '' TERM\necho hello\nsleep 100 &\nwait") } }
    const { code, said, folder } = await checked(games, '--game', 'assetto_corsa', '--patience', '5', '--port-from', await portsFrom())
    assert.equal(code, 1, said)
    assert.match(said, /by force[^]*did not say within 5 s that it is up[^]*hello/)
    assert.equal(existsSync(path.join(folder, 'check', readdirSync(path.join(folder, 'check'))[0] ?? 'none')), true)
  },
)

test('a port in use is named', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  const { code, said } = await checked(null, '--game', 'acc', '--port-from', String(port - 1))
  server.close()
  assert.equal(code, 1)
  assert.match(said, new RegExp(`in use by another program: .*tcp ${port}`))
})
