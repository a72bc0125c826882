/** What readers of result files say of a file, in English as it is kept, taken apart: readers are plain and know no language. */

/** A sentence of the texts, by its key, and what it names. */
export type Said = {
  readonly key:
    | 'breaksOff'
    | 'damagedAt'
    | 'otherFormat'
    | 'tooLarge'
    | 'tooMany'
    | 'segmentType'
    | 'noSegmentType'
    | 'lacks'
    | 'ofTheGame'
    | 'noSession'
    | 'tooLong'
    | 'lost'
    | 'implausible'
    | 'disqualified'
    | 'twoCars'
    | 'lapsWithoutRow'
    | 'sharedPlace'
  readonly params: { readonly what: string; readonly count: number; readonly name: string }
}
type Sentence = readonly [said: RegExp, key: Said['key'] | null, params?: (found: RegExpExecArray) => Partial<Said['params']>]

const BYTES_PER_MB = 1_000_000
const what = ([, one = '']: RegExpExecArray) => ({ what: one })
const names = ([, one = '']: RegExpExecArray) => ({ what: one.replace(/ field$/, '').replaceAll(/ (?:and|of) /g, ', ') })

/** `null`: the code of the refusal says as much. */
const SENTENCES: readonly Sentence[] = [
  [/^the file breaks off in line (\d+)$/, 'breaksOff', what],
  [/^<(.+)> does not end$|^a tag does not end$/, 'breaksOff', () => ({ what: '–' })],
  [/^the file is damaged in line (\d+)$/, 'damagedAt', what],
  [/^the file is damaged: /, null],
  [/^<\/.*> ends nothing$|^no element$|^a declaration inside an element$/, null],
  [/^the file is of another format: |^not XML$|^the file holds no object$|^the file nests deeper than \d+$/, 'otherFormat'],
  [/^the file is empty$|^no game reads it$|^no result files of .* are read$|^$/, null],
  [/^the file is larger than (\d+) bytes$/, 'tooLarge', ([, bytes]) => ({ what: String(Math.round(Number(bytes) / BYTES_PER_MB)) })],
  [/^too many (?:rows|laps|sessions)$/, 'tooMany'],
  [/^session type missing$/, 'noSegmentType'],
  [/^session type (.+)$/, 'segmentType', what],
  [/^no (.+): not .*$/, 'lacks', names],
  [/^a file of the game, not of a server$/, 'ofTheGame'],
  [/^the file holds no session$/, 'noSession'],
  [/^reading took too (?:long|much memory)$/, 'tooLong'],
  [/^the file is not in the files store$/, 'lost'],
  [/^Position (\d+) is implausible: /, 'implausible', what],
  [/^(.*) was disqualified and stands in place (\d+) all the same\.$/, 'disqualified', ([, name = '', place = '']) => ({ name, what: place })],
  [/^(.*) drove in two cars; (\d+) laps in .* do not count\.$/, 'twoCars', ([, name = '', laps]) => ({ name, count: Number(laps) })],
  [/^(\d+) laps belong to (?:drivers|cars) without a row\.$/, 'lapsWithoutRow', ([, laps]) => ({ count: Number(laps) })],
  [/^Several cars share a place, or have none: /, 'sharedPlace'],
]

/** `null`: nothing more than the code says, or what an earlier release said in words of its own. */
export function saidOf(sentence: string): Said | null {
  for (const [said, key, params] of SENTENCES) {
    const found = said.exec(sentence)
    if (found) return key && { key, params: { what: '', count: 0, name: '', ...params?.(found) } }
  }
  return null
}

export const isKnown = (sentence: string): boolean => SENTENCES.some(([said]) => said.test(sentence))
