import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namedGame } from './games.ts'

test('a game is named by its id inside games alone', () => {
  const rows: readonly [file: string, text: string, game: string | null][] = [
    ['modules/sessions/rules.ts', "game === 'acc' ? 1 : 0", 'acc'],
    ['web/kit/games.ts', "const NAMES = { lmu: 'Le Mans Ultimate' }", 'lmu'],
    ['host/server.ts', "GAMES = ['assetto_corsa']", 'assetto_corsa'],
    ['modules/entries/invariants.ts', "sql: `game in ('r3e')`", 'r3e'],
    ['modules/sessions/commands.ts', "if (fields.game === 'manual') return", 'manual'],
    ['modules/sessions/screens/config-tab.tsx', "{ game: event.manual ? 'manual' : event.game }", 'manual'],
    // of an event, not of a game
    ['modules/sessions/door.ts', "Pick<Facts, 'game' | 'manual'>", null],
    ['modules/sessions/screens/step.ts', "field === 'game' || field === 'manual'", null],
    ['games/acc/facts.ts', "id: 'acc'", null],
    ['modules/sessions/sessions.test.ts', "game: 'acc'", null],
    ['server/config.ts', "proofs: ['steam', 'iracing']", null],
  ]
  for (const [file, text, game] of rows) assert.equal(namedGame(file, text), game, text)
})
