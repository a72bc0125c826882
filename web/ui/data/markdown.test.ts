import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertGrowsWithInput } from '#testing/time.ts'
import { blocksOf, type Piece } from './markdown-blocks.ts'

const paragraph = (...pieces: readonly Piece[]) => [{ kind: 'paragraph', pieces }]
const link = (href: string, words: string = href): Piece => ({ kind: 'link', href, words })

test('headings, lists and paragraphs, with and without empty lines between', () => {
  assert.deepEqual(blocksOf('# Rules\nBe kind.\nBe *fair*.\n- one\n* **two**\n\n1. first\n2) second\n\n\nEnd'), [
    { kind: 'heading', pieces: ['Rules'] },
    { kind: 'paragraph', pieces: ['Be kind.\nBe ', { kind: 'em', words: 'fair' }, '.'] },
    { kind: 'list', isOrdered: false, items: [['one'], [{ kind: 'strong', words: 'two' }]] },
    { kind: 'list', isOrdered: true, items: [['first'], ['second']] },
    { kind: 'paragraph', pieces: ['End'] },
  ])
  assert.deepEqual(blocksOf('  \n '), [])
})

for (const [source, href, words] of [
  ['[rules](https://example.org/rules?a=1&b=2)', 'https://example.org/rules?a=1&b=2', 'rules'],
  ['[old](http://example.org)', 'http://example.org/', 'old'],
  ['[write](mailto:anna@example.org)', 'mailto:anna@example.org', 'write'],
  ['https://discord.gg/apex', 'https://discord.gg/apex', 'https://discord.gg/apex'],
] as const)
  test(`leads somewhere: ${source}`, () => assert.deepEqual(blocksOf(source), paragraph(link(href, words))))

test('an address in a sentence ends before the full stop', () => {
  assert.deepEqual(
    blocksOf('See https://example.org/a. Or (https://example.org/b)!'),
    paragraph('See ', link('https://example.org/a'), '. Or (', link('https://example.org/b'), ')!'),
  )
})

for (const source of [
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert`1`)',
  '[x](data:text/html,<script>)',
  '[x](vbscript:x)',
  '[x](//example.org)',
  '[x](/events)',
  '[x](https://)',
  '[x](file:///etc/passwd)',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '&lt;b&gt;',
])
  test(`stays words: ${source}`, () => {
    const pieces = blocksOf(source).flatMap((block) => (block.kind === 'list' ? [] : block.pieces))
    assert.equal(pieces.join(''), source)
    assert.ok(pieces.every((piece) => typeof piece === 'string'))
  })

test('a long text of nothing but marks costs what its length does', () => {
  for (const mark of ['[', '*', '**a', '](', 'http://', '[a](', '- ', '# '])
    assertGrowsWithInput((size) => void blocksOf(mark.repeat(size / mark.length)), 5000, mark)
})
