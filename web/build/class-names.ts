import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const NAMED = /(?:\.|@keyframes )([a-zA-Z][\w-]*)/g

/**
 * What a class of a style module is called in what is built: its number among all there are, in letters, the same for browser and server. Each
 * stands in the styles, the script and the page; with the file's checksum and its own name in it they were a seventh of the styles.
 */
export function classNames(): (name: string, file: string) => string {
  const files = globSync('{web,modules}/**/*.module.css', { cwd: ROOT }).toSorted()
  const names = files.flatMap((file) => {
    const found = readFileSync(path.join(ROOT, file), 'utf8').matchAll(NAMED)
    return [...new Set(Array.from(found, ([, name]) => `${file} ${name}`))]
  })
  const numbers = new Map(names.map((name, number) => [name, number]))
  return (name, file) => {
    const number = numbers.get(`${path.relative(ROOT, file.split('?', 1)[0]!)} ${name}`)
    if (number === undefined) throw new Error(`no class ${name} was found in ${file}`)
    return lettersOf(number)
  }
}

/** Three letters, the first never one of a class that is written by hand: those are in small letters. */
function lettersOf(number: number): string {
  const n = LETTERS.length
  return LETTERS[26 + (Math.floor(number / n / n) % 26)]! + LETTERS[Math.floor(number / n) % n]! + LETTERS[number % n]!
}
