import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const ROOT = path.resolve(import.meta.dirname, '../..')
const RULES = /([^{}]+)\{([^{}]*)\}/g

/** Rules that let something scroll and leave what stands absolutely in it to the page. */
const leaking = (style: string): readonly string[] =>
  [...style.matchAll(RULES)].flatMap(([, selector = '', body = '']) =>
    /overflow(-[xy])?: (auto|scroll)/.test(body) && !/position:/.test(body) ? [selector.trim()] : [],
  )

test('words for screen readers in what scrolls make no page longer: whatever scrolls is positioned', () => {
  const styles = globSync('{web,modules}/**/*.css', { cwd: ROOT })
  assert.ok(styles.length > 50, `${styles.length} styles found`)
  const leaks = styles.flatMap((file) => leaking(readFileSync(path.join(ROOT, file), 'utf8')).map((rule) => `${file}: ${rule}`))
  assert.deepEqual(leaks, [])
})

test('what scrolls and is not positioned is found', () => {
  assert.deepEqual(leaking('.a { overflow: auto; }\n.b { position: relative; overflow-y: scroll; }\n.c { overflow: hidden; }'), ['.a'])
})
