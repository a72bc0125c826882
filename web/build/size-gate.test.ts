import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overweight } from './size-gate.ts'

const BUDGET = { scriptKb: 125, styleKb: 12, requests: 10 }
const part = (name: string, kb: number) => ({ name, bytes: kb * 1000 })

test('a page over its budget is named with its largest parts', () => {
  const scripts = [part('event', 7), part('base', 50), part('react', 65)]
  const styles = [part('base.css', 11)]
  assert.deepEqual(overweight({ page: 'event', scripts, styles }, BUDGET), [])
  assert.deepEqual(overweight({ page: 'event', scripts: [...scripts, part('charts', 4)], styles }, BUDGET), [
    'the page event loads 126.0 kB of scripts, 125 are its budget; the largest: react 65.0, base 50.0, event 7.0, charts 4.0',
  ])
  assert.match(overweight({ page: 'event', scripts, styles: [part('base.css', 12.5)] }, BUDGET)[0]!, /12\.5 kB of styles, 12 are its budget/)
  assert.match(overweight({ page: 'event', scripts: Array.from({ length: 9 }, () => part('x', 1)), styles }, BUDGET)[0]!, /takes 13 requests, 10/)
  // a page without a budget of its own has that of most
  assert.match(overweight({ page: 'prizes', scripts, styles })[0]!, /page prizes loads 122\.0 kB of scripts, \d/)
})
