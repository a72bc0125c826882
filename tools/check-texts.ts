/** Every refusal code has its English sentence, every text a screen names exists, no language has keys English lacks. Exit 1 otherwise. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { LOCALES } from '#core/locale.ts'
import { REFUSALS } from '#core/refusal.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const faults: string[] = []
const english = folder('en')

for (const code of Object.keys(REFUSALS)) if (!english.get('refusals')?.has(code)) faults.push(`locales/en/refusals.json has no sentence for ${code}`)
for (const locale of LOCALES.filter((one) => one !== 'en')) {
  for (const [room, keys] of folder(locale))
    for (const key of keys) if (!english.get(room)?.has(key)) faults.push(`locales/${locale}/${room}.json says ${key}, English does not`)
}
for (const file of execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'web/pages', 'web/ui', 'modules'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((name) => /\.tsx?$/.test(name) && existsSync(path.join(ROOT, name)))) {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  const rooms = [...text.matchAll(/useTexts\('([a-z-]+)'\)/g)].map((match) => match[1]!)
  if (rooms.length !== 1) continue
  const known = english.get(rooms[0]!)
  const name = /const (\w+) = useTexts\(/.exec(text)?.[1]
  if (!name) continue
  for (const [, key] of text.matchAll(new RegExp(`(?<![\\w.])${name}\\('([\\w.-]+)'`, 'g'))) {
    const plural = [...(known ?? [])].some((one) => one.startsWith(`${key}_`))
    if (!known?.has(key!) && !plural) faults.push(`${file} shows ${rooms[0]}:${key}, which locales/en/${rooms[0]}.json does not have`)
  }
}

process.stdout.write(
  faults.length === 0 ? `${[...english.values()].reduce((sum, keys) => sum + keys.size, 0)} texts are in place\n` : `${faults.join('\n')}\n`,
)
process.exit(faults.length === 0 ? 0 : 1)

function folder(locale: string): Map<string, Set<string>> {
  const place = path.join(ROOT, 'locales', locale)
  if (!existsSync(place)) return new Map()
  const rooms = readdirSync(place).filter((file) => file.endsWith('.json'))
  return new Map(rooms.map((file) => [file.slice(0, -5), new Set(keysOf(JSON.parse(readFileSync(path.join(place, file), 'utf8')) as object))]))
}

function keysOf(texts: object, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? keysOf(value as object, `${before}${key}.`) : [`${before}${key}`],
  )
}
