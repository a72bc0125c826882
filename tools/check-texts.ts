/**
 * What the compiler cannot see of the texts: every language says what English says, with the same placeholders, and nothing stands there that
 * nobody says. One sentence per fault; exit 1 when there is any. Which keys there are the compiler knows from core/texts/keys.ts.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { LOCALES } from '#core/locale.ts'
import { PLAYABLE } from '#games/index.ts'
import { bareWords, keysFile, optionTexts, OPTIONS_FILE, saidKey, textsOf, unsaid, wants, type RoomTexts } from './texts/texts.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const faults: string[] = []
const english = textsOf('en')

const options = optionTexts(PLAYABLE.flatMap((game) => [...game.options, ...game.segmentOptions]))
if (!existsSync(OPTIONS_FILE) || readFileSync(OPTIONS_FILE, 'utf8') !== options)
  faults.push('locales/en/game-options.json is not what the games say: run node tools/texts/write-keys.ts')
const keys = path.join(ROOT, 'core/texts/keys.ts')
if (!existsSync(keys) || readFileSync(keys, 'utf8') !== keysFile(english))
  faults.push('core/texts/keys.ts is not what locales/en says: run node tools/texts/write-keys.ts')
for (const locale of LOCALES)
  for (const [room, texts] of textsOf(locale))
    for (const [key, said] of texts)
      if (said.includes("'")) faults.push(`locales/${locale}/${room}.json has a straight ' in ${key}; what people read has ’`)
for (const locale of LOCALES.filter((one) => one !== 'en'))
  for (const [room, texts] of textsOf(locale)) faults.push(...differences(`locales/${locale}/${room}.json`, texts, english.get(room) ?? new Map()))
const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'core', 'games', 'web', 'modules', 'server'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /(?<!\.test|\.fixture)\.tsx?$/.test(file) && file !== 'core/texts/keys.ts' && existsSync(path.join(ROOT, file)))
  .map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')] as const)
for (const [file, source] of sources.filter(([file]) => file.endsWith('.tsx')))
  for (const words of bareWords(source)) faults.push(`${file} says "${words}" itself; a key of locales/en says it, asked for by text('…')`)
const code = sources.map(([, source]) => source)
// what refusals say is looked up by their code, and by a reason the calls themselves are not typed by; options by their English
for (const [room, texts] of [...english].filter(([room]) => room !== 'refusals' && room !== 'game-options'))
  for (const key of unsaid(texts, code)) faults.push(`locales/en/${room}.json has ${key}, which nobody says`)

const ruledOut = readFileSync(path.join(ROOT, 'locales/en/GLOSSARY.md'), 'utf8')
  .split('\n')
  .flatMap((line) => (line.split('|')[3] ?? '').match(/(?<=`)[^`,]+(?=`)/g) ?? [])
for (const [room, texts] of english)
  for (const [key, said] of texts)
    // what people may type is another matter than what they read
    for (const words of key.startsWith('search.also.') ? [] : ruledOut)
      if (new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, 'iu').test(said))
        faults.push(`locales/en/${room}.json says "${words}" in ${key}; locales/en/GLOSSARY.md has another word for it`)

process.stdout.write(
  faults.length === 0 ? `${[...english.values()].reduce((sum, texts) => sum + texts.size, 0)} texts are in place\n` : `${faults.join('\n')}\n`,
)
process.exit(faults.length === 0 ? 0 : 1)

/** A room that a language does not have speaks English; one that it has says all of it. */
function differences(file: string, texts: RoomTexts, own: RoomTexts): string[] {
  const [here, there] = [wants(texts, own), wants(own)]
  return [
    ...[...texts.keys()].filter((key) => !there.has(saidKey(key, own))).map((key) => `${file} says ${key}, English does not`),
    ...[...there.keys()].filter((key) => !here.has(key)).map((key) => `${file} does not say ${key}`),
    ...[...here]
      .filter(([key, names]) => there.has(key) && names.join() !== there.get(key)!.join())
      .map(([key, names]) => `${file} fills ${names.join(', ') || 'nothing'} into ${key}, English ${there.get(key)!.join(', ') || 'nothing'}`),
  ]
}
