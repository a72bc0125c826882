import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GameId } from '#games/game.ts'
import { gameBySign } from './sign.ts'

const ALL = '"session_results" "sessionResult" "sessionType" "Result" "TrackName" "Sessions" "Players" "history" "stats"'

test('which game wrote a file, by its looks', () => {
  const rows: readonly [string, GameId | undefined, GameId | undefined][] = [
    ['{"type":"event_result","data":{"session_results":[]}}', undefined, 'iracing'],
    ['{ "sessionType" : "R", "sessionResult" : {} }', undefined, 'acc'],
    ['{"TrackName":"ks_monza","Cars":[],"Result":[]}', undefined, 'assetto_corsa'],
    ['{"Server":"x","Sessions":[{"Players":[]}]}', undefined, 'r3e'],
    ['{"stats":{"history":{}}}', undefined, 'ams2'],
    ["// Persistent data for addon 'sms_stats'\n{}", 'acc', 'ams2'],
    ['\ufeff <?xml version="1.0"?><rFactorXML>', 'acc', 'lmu'],
    // another game's file handed in for an event of this one
    ['{"TrackName":"ks_monza","Result":[]}', 'acc', 'assetto_corsa'],
    // one that could be of several is the event's own, else of one alone
    [ALL, 'r3e', 'r3e'],
    [ALL, undefined, 'assetto_corsa'],
    ['{}', 'acc', undefined],
    ['', undefined, undefined],
  ]
  for (const [text, own, game] of rows) assert.equal(gameBySign(text, own), game, text)
})
