import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acc } from '#games/acc/acc.ts'
import { ac } from '#games/ac/ac.ts'
import { TEAM_MOST } from '../../rules.ts'
import { roomForTeams } from './team-size.ts'

test('a team event begins with room for several in a car, where the game’s table has it for one', () => {
  assert.deepEqual(roomForTeams({ options: { other: 1 } }, acc), { options: { other: 1, [TEAM_MOST]: 4 } })
  assert.deepEqual(roomForTeams({ options: { [TEAM_MOST]: 1 } }, acc), { options: { [TEAM_MOST]: 4 } })
  assert.deepEqual(roomForTeams({ options: { [TEAM_MOST]: 3 } }, acc), {})
  assert.deepEqual([roomForTeams({ options: {} }, ac), roomForTeams({ options: {} }, undefined)], [{}, {}])
})
