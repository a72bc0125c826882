import type { ReactNode } from 'react'
import { OutsideLink } from '#web/ui/action/link.tsx'
import css from './leagues.module.css'

/**
 * The Markdown people use in a description: headings, lists, paragraphs, bold, italic, https links. It becomes React elements and never html,
 * so nothing somebody typed can be more than words.
 */
export const Markdown = ({ children }: { readonly children: string }) => (
  <div className={css.markdown}>
    {children
      .trim()
      .split(/\n{2,}/)
      .map(block)}
  </div>
)

function block(source: string, index: number): ReactNode {
  const lines = source.split('\n')
  const heading = /^(#{1,6})\s+(.*)$/.exec(lines[0] ?? '')
  // the page has its own first and second headings
  if (heading)
    return (
      <div key={index}>
        <h3>{inline(heading[2] ?? '')}</h3>
        {lines.length > 1 && block(lines.slice(1).join('\n'), 0)}
      </div>
    )
  if (lines.every((line) => /^\s*[-*]\s+/.test(line))) return <ul key={index}>{items(lines, /^\s*[-*]\s+/)}</ul>
  if (lines.every((line) => /^\s*\d+[.)]\s+/.test(line))) return <ol key={index}>{items(lines, /^\s*\d+[.)]\s+/)}</ol>
  return <p key={index}>{inline(source)}</p>
}

// the lines of a text have no other name than their place in it
const items = (lines: readonly string[], mark: RegExp): ReactNode[] =>
  // oxlint-disable-next-line no-array-index-key
  lines.map((line, index) => <li key={`${index}-${line}`}>{inline(line.replace(mark, ''))}</li>)

function inline(words: string): ReactNode[] {
  return words.split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\(https:\/\/[^\s)]+\))/).map((piece, index) => {
    const key = `${index}-${piece}`
    const link = /^\[([^\]]+)\]\((https:\/\/[^\s)]+)\)$/.exec(piece)
    if (link)
      return (
        <OutsideLink key={key} href={link[2]}>
          {link[1]}
        </OutsideLink>
      )
    if (/^\*\*.+\*\*$/s.test(piece)) return <b key={key}>{piece.slice(2, -2)}</b>
    return /^\*.+\*$/s.test(piece) ? <em key={key}>{piece.slice(1, -1)}</em> : piece
  })
}
