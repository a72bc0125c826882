/** What a text in Markdown consists of: only these, and never html. */
export type Piece =
  | string
  | { readonly kind: 'strong'; readonly words: string }
  | { readonly kind: 'em'; readonly words: string }
  | { readonly kind: 'link'; readonly href: string; readonly words: string }
export type Block =
  | { readonly kind: 'heading'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'paragraph'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Piece[])[] }

/** The blocks of a text somebody typed: headings, lists of lines that stand together, paragraphs with their line breaks. */
export function blocksOf(source: string): readonly Block[] {
  const blocks: Block[] = []
  for (const lines of groupsOf(source)) {
    const kind = kindOf(lines[0] ?? '')
    if (kind === 'paragraph') blocks.push({ kind, pieces: piecesOf(lines.join('\n')) })
    else if (kind === 'heading') blocks.push({ kind, pieces: piecesOf((lines[0] ?? '').replace(MARKS.heading, '')) })
    else blocks.push({ kind: 'list', isOrdered: kind === 'ordered', items: lines.map((line) => piecesOf(line.replace(MARKS[kind], ''))) })
  }
  return blocks
}

type Kind = 'heading' | 'bullet' | 'ordered' | 'paragraph'
const MARKS = { heading: /^#{1,6}\s+/, bullet: /^\s*[-*]\s+/, ordered: /^\s*\d{1,9}[.)]\s+/ } as const

const kindOf = (line: string): Kind =>
  MARKS.heading.test(line) ? 'heading' : MARKS.bullet.test(line) ? 'bullet' : MARKS.ordered.test(line) ? 'ordered' : 'paragraph'

/** Neighbouring lines of one kind; a heading stands alone, an empty line parts. */
function groupsOf(source: string): readonly string[][] {
  const groups: string[][] = []
  let last: Kind | null = null
  for (const line of source.trim().split('\n')) {
    const kind = line.trim() === '' ? null : kindOf(line)
    if (kind !== null && kind === last && kind !== 'heading') groups.at(-1)!.push(line)
    else if (kind !== null) groups.push([line])
    last = kind
  }
  return groups
}

// no part may hold the mark that opens it: a long text of marks is read in one go
const MARKED = /(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^[\]\n]{1,300}\]\([^\s()]{1,500}\)|https?:\/\/[^\s<>()[\]*"]{0,500}[^\s<>()[\]*".,;:!?'])/

function piecesOf(words: string): readonly Piece[] {
  return words.split(MARKED).flatMap((piece, index): readonly Piece[] => (piece === '' ? [] : [index % 2 === 1 ? markedOf(piece) : piece]))
}

function markedOf(piece: string): Piece {
  const link = /^\[([^\]]+)\]\((.+)\)$/.exec(piece)
  if (link) return hrefOf(link[2]!) === null ? piece : { kind: 'link', href: hrefOf(link[2]!)!, words: link[1]! }
  if (piece.startsWith('**')) return { kind: 'strong', words: piece.slice(2, -2) }
  if (piece.startsWith('*')) return { kind: 'em', words: piece.slice(1, -1) }
  return hrefOf(piece) === null ? piece : { kind: 'link', href: hrefOf(piece)!, words: piece }
}

/** The address as the browser will read it, when it is one that a text may lead to. */
function hrefOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, href } = new URL(address)
  return ['https:', 'http:', 'mailto:'].includes(protocol) ? href : null
}
