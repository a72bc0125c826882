import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingClasses } from './styles.ts'

const SHEETS: Readonly<Record<string, string>> = {
  'modules/a/screens/own.module.css': '.row { color: red }\n/* .gone */\n.row .name:hover { gap: 0.5px }',
  'web/ui/form/form.module.css': '.hint { color: red }',
}
const read = (file: string): string | null => SHEETS[file] ?? null

test('every class that a screen takes from a style sheet is in it', () => {
  const rows: readonly [text: string, missing: readonly string[]][] = [
    [`import css from './own.module.css'\n<i className={css.row}><b className={classes(css.name, css[one])} />`, []],
    [`import css from './own.module.css'\ncss.gone; other.css.away`, ['.gone of modules/a/screens/own.module.css, which has none']],
    [`import form from '#web/ui/form/form.module.css'\nform.hint; form.error`, ['.error of web/ui/form/form.module.css, which has none']],
    [`import css from './none.module.css'`, ['modules/a/screens/none.module.css, which is not there']],
  ]
  for (const [text, missing] of rows) assert.deepEqual(missingClasses('modules/a/screens/own.tsx', text, read), missing, text)
})
