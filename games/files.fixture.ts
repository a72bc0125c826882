import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { UnwritableText } from './game.ts'
import type { Game, ServerFile, ServerOrder } from './game.ts'
import { hostileOrder } from './order.fixture.ts'

type Written = {
  readonly plain: ServerOrder
  /** The order as the game's files can hold it. */
  readonly held?: (order: ServerOrder) => ServerOrder
}

/** The property of every writer: it reads back, whatever people typed, or says what cannot be written; no key comes or goes. */
export function writesBack(game: Game, { plain, held = (order) => order }: Written, keysOf: (files: readonly ServerFile[]) => unknown): void {
  test('what is written reads back, whatever people typed, and no key appears', () => {
    const { writeFiles, readFiles } = game.server ?? assert.fail()
    const keys = keysOf(writeFiles(plain))
    let written = 0
    fc.assert(
      fc.property(hostileOrder(game, plain), (hostile) => {
        const files = tried(() => writeFiles(hostile))
        if (!files) return
        written++
        assert.deepEqual(readFiles(files), held(hostile))
        assert.deepEqual(keysOf(files), keys)
      }),
      { numRuns: 300 },
    )
    assert.ok(written > 60, `only ${written} orders were writable`)
  })
}

/** What an operator may have in the files of his server: keys with values, some of which are ours. */
export type Operators = {
  readonly files: fc.Arbitrary<readonly ServerFile[]>
  /** Everything in the files that is not ours, for the same order before and after. */
  readonly foreignOf: (files: readonly ServerFile[]) => unknown
}

/** The property of a writer that writes over an operator's files: his keys stay, ours read back, and writing twice changes nothing. */
export function keepsForeign(game: Game, { plain, held = (order) => order }: Written, { files: theirs, foreignOf }: Operators): void {
  test("an operator's own keys survive, whatever they are, and never change the order", () => {
    const { writeFiles, readFiles } = game.server ?? assert.fail()
    fc.assert(
      fc.property(hostileOrder(game, plain), theirs, (hostile, existing) => {
        const files = tried(() => writeFiles(hostile, existing))
        if (!files) return
        assert.deepEqual(readFiles(files), held(hostile))
        assert.deepEqual(foreignOf(files), foreignOf(existing))
        assert.deepEqual(writeFiles(hostile, files), files)
      }),
      { numRuns: 200 },
    )
  })
}

function tried(write: () => readonly ServerFile[]): readonly ServerFile[] | null {
  try {
    return write()
  } catch (fault) {
    if (fault instanceof UnwritableText) return null
    throw fault
  }
}
