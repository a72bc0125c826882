/** What a random secret of 32 hexadecimal digits has, with some room. */
const LEAST_BITS = 100
const LEAST_LENGTH = 32
/** A letter of words, in the measure of those who guess words. */
const BITS_OF_WORDS = 2
/** Chance hardly ever puts so many letters into a row that could be a word, on the average of all. */
const LEAST_OF_WORDS = 4

/** Why a secret could be guessed, or `null`: what it would cost to guess it, counting only what does not follow from what stands before. */
export function weakness(secret: string): string | null {
  if (secret.length < LEAST_LENGTH) return `is too short: it needs at least ${LEAST_LENGTH} characters`
  if (/demo|secret|change|example/i.test(secret)) return 'is one of a demo or an example'
  return bitsOf(secret) < LEAST_BITS ? 'is too easy to guess: words, repetitions and sequences count for little' : null
}

function bitsOf(secret: string): number {
  const words = secret.match(/\p{Lu}?\p{Ll}+|\p{Lu}{3,}/gu) ?? []
  const letters = words.join('').length
  const isWords = letters >= secret.length * 0.6 && letters / words.length >= LEAST_OF_WORDS
  const perCharacter = isWords ? BITS_OF_WORDS : Math.log2(alphabetOf(secret))
  let bits = 0
  for (let at = 0; at < secret.length;) {
    const foretold = Math.max(repeated(secret, at), inSequence(secret, at))
    if (foretold >= 3) {
      bits += Math.log2(at + 1)
      at += foretold
    } else {
      bits += perCharacter
      at++
    }
  }
  return bits
}

function alphabetOf(secret: string): number {
  if (/^[0-9a-f]+$/i.test(secret)) return /[a-f]/i.test(secret) ? 16 : 10
  const kinds = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^a-zA-Z\d]/, 2],
  ] as const
  return Math.min(
    new Set(secret).size,
    kinds.map(([kind, size]) => (kind.test(secret) ? size : 0)).reduce<number>((sum, size) => sum + size, 0),
  )
}

/** How many characters from here on stand somewhere before in the same order. */
function repeated(secret: string, at: number): number {
  let length = 0
  while (at + length < secret.length && secret.indexOf(secret.slice(at, at + length + 1)) < at) length++
  return length
}

/** How many characters from here on go on as the two before them did: 345, zyx, aaa. */
function inSequence(secret: string, at: number): number {
  if (at < 2) return 0
  const step = secret.charCodeAt(at - 1) - secret.charCodeAt(at - 2)
  if (Math.abs(step) > 1) return 0
  let length = 0
  while (at + length < secret.length && secret.charCodeAt(at + length) - secret.charCodeAt(at + length - 1) === step) length++
  return length
}
