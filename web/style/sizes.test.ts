import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Paper has no reader's size. */
const PAPER = 'web/public/print.css'
const WRITTEN = /(?<![\w-])(?:font(?:-size)?|line-height|letter-spacing):[^;}]*?\d(?:px|pt)\b[^;}]*/g

const fixedSizes = (style: string): readonly string[] => [...style.matchAll(WRITTEN)].map(([rule]) => rule.replaceAll(/\s+/g, ' '))

test('what is written follows the size a reader has chosen: no style sets letters in pixels', () => {
  const styles = [...globSync('{web,modules}/**/*.css', { cwd: ROOT }).filter((file) => file !== PAPER), 'server/http/plain-page.ts']
  assert.ok(styles.length > 50, `${styles.length} styles found`)
  const fixed = styles.flatMap((file) => fixedSizes(readFileSync(path.join(ROOT, file), 'utf8')).map((rule) => `${file}: ${rule}`))
  assert.deepEqual(fixed, [])
})

test('a size in pixels is found wherever it hides', () => {
  for (const rule of [
    'font-size: 14px',
    'font: 600 20px/1.2 var(--display)',
    'font:\n    13px/1.5 monospace',
    'font-size: clamp(2rem, 6vw, 46px)',
    'line-height: 17px',
  ])
    assert.equal(fixedSizes(`.a { ${rule}; }`).length, 1, rule)
  for (const rule of ['font-size: 0.875rem', 'font: 600 1.25rem/1.2 var(--display)', 'line-height: 1.4', 'min-height: 44px', '--line-height-of: 3px'])
    assert.deepEqual(fixedSizes(`.a { ${rule}; }`), [], rule)
})
