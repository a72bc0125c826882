import { canWrite, type Coverage } from './fonts.ts'

/**
 * A text as the machine's fonts can write it. Signs they do not have, emoji mostly, are left out; where one is a letter or a number the
 * text would say something else, and `otherwise` stands for it: the link's own title, which chats show beside the picture, has it whole.
 */
export function readable(coverage: Coverage, text: string, otherwise: string): string {
  const signs = graphemes(text.replaceAll(/\p{Cc}/gu, ' '))
  const missing = signs.filter((sign) => !isWritten(coverage, sign))
  if (missing.some((sign) => /[\p{L}\p{N}]/u.test(sign) && !/\p{Extended_Pictographic}|\u20E3/u.test(sign))) return otherwise
  return (
    signs
      .filter((sign) => isWritten(coverage, sign))
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim() || otherwise
  )
}

const isWritten = (coverage: Coverage, sign: string): boolean => [...sign].every((one) => canWrite(coverage, one))

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const graphemes = (text: string): readonly string[] => [...segmenter.segment(text)].map(({ segment }) => segment)

/** Widths in hundredths of the size, of the bold condensed letters; wide signs are as wide as they are high. */
const NARROW = new Set("iljtfI.,:;'|!()[] -·")
const WIDE = /[\u1100-\u11FF\u2E80-\uD7FF\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFFEF]|\p{Extended_Pictographic}|[\u{20000}-\u{3FFFF}]/u
/** Letters of other alphabets come from other fonts, which are no condensed ones. */
const FOREIGN = /(?!\p{Script=Latin})\p{L}/u
const widthOf = (sign: string): number =>
  WIDE.test(sign) ? 112 : FOREIGN.test(sign) ? 78 : NARROW.has(sign) ? 27 : 'mwMW@'.includes(sign) ? 72 : /\p{Ll}|\p{N}/u.test(sign) ? 46 : 52
export const textWidth = (text: string, size: number): number => (graphemes(text).reduce((sum, sign) => sum + widthOf(sign), 0) * size) / 100

/** Lines no wider than `width`, at most so many; the last ends in an ellipsis where more would follow. Wide signs break anywhere. */
export function wrap(text: string, size: number, width: number, most: number): readonly string[] {
  const lines: string[] = ['']
  for (const piece of pieces(text)) {
    const last = lines.at(-1)!
    if (textWidth((last + piece).trimEnd(), size) <= width) lines[lines.length - 1] = last + piece
    else if (last.trim() === '') lines[lines.length - 1] = cut(piece, size, width)
    else lines.push(cut(piece.trimStart(), size, width))
  }
  const trimmed = lines.map((line) => line.trim()).filter(Boolean)
  if (trimmed.length <= most) return trimmed
  return [...trimmed.slice(0, most - 1), cut(`${trimmed[most - 1]} ${trimmed[most]}`, size, width)]
}

function pieces(text: string): readonly string[] {
  const all: string[] = []
  let word = ''
  for (const sign of graphemes(text)) {
    if (WIDE.test(sign)) {
      all.push(word, sign)
      word = ''
    } else if (/\s/.test(sign)) {
      all.push(word + sign)
      word = ''
    } else word += sign
  }
  return [...all, word].filter((piece) => piece !== '')
}

/** As much of the text as fits. */
export function cut(text: string, size: number, width: number): string {
  if (textWidth(text.trim(), size) <= width) return text
  const signs = [...graphemes(text)]
  while (signs.length > 1 && textWidth(`${signs.join('').trimEnd()}…`, size) > width) signs.pop()
  return `${signs.join('').trimEnd()}…`
}
