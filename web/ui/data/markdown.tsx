import { OutsideLink } from '../action/link.tsx'
import { blocksOf, type Block, type Piece } from './markdown-blocks.ts'
import css from './markdown.module.css'

/**
 * The Markdown people use in a description: headings, lists, paragraphs, bold, italic, links. It becomes React elements and never html,
 * so nothing somebody typed can be more than words.
 */
export const Markdown = ({ children }: { readonly children: string }) => <div className={css.markdown}>{blocksOf(children).map(part)}</div>

// the parts of a text have no other name than their place in it
function part(block: Block, index: number) {
  // the page has its own first and second headings
  if (block.kind === 'heading') return <h3 key={index}>{words(block.pieces)}</h3>
  if (block.kind === 'list') return block.isOrdered ? <ol key={index}>{block.items.map(item)}</ol> : <ul key={index}>{block.items.map(item)}</ul>
  return <p key={index}>{words(block.pieces)}</p>
}

const item = (pieces: readonly Piece[], index: number) => <li key={index}>{words(pieces)}</li>

const words = (pieces: readonly Piece[]) =>
  pieces.map((piece, index) => {
    if (typeof piece === 'string') return piece
    const key = `${index}-${piece.words}`
    if (piece.kind === 'strong') return <b key={key}>{piece.words}</b>
    if (piece.kind === 'em') return <em key={key}>{piece.words}</em>
    return (
      <OutsideLink key={key} href={piece.href} rel="noopener noreferrer nofollow ugc">
        {piece.words}
      </OutsideLink>
    )
  })
