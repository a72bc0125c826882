import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { underKey, type Call } from './unanswered.ts'

const LOST = new Error('lost')
const lost = () => Promise.reject(LOST)
const OVERTAKEN = new Error('overtaken')
const refused = () => Promise.reject(new Error('refused'))
const SAYS = { isLost: (fault: unknown) => fault === LOST, isOvertaken: (fault: unknown) => fault === OVERTAKEN }
const answered = () => Promise.resolve()

/** The key a call is made under. */
async function keyOf(call: Call, answer: () => Promise<unknown>): Promise<string> {
  let used = ''
  const make = (key: string): Promise<unknown> => {
    used = key
    return answer()
  }
  await underKey(call, make, SAYS).catch(() => null)
  return used
}

describe('the idempotency key of a call', () => {
  let things = 0
  const call = (command: string, id?: string, sent = `${command} ${++things}`): Call => ({ command, id, sent })

  test('stays until there is an answer, however many others are lost or answered meanwhile', async () => {
    const [one, other] = [call('MarkRead'), call('MarkRead')]
    const key = await keyOf(one, lost)
    const otherKey = await keyOf(other, lost)
    assert.notEqual(otherKey, key)
    assert.equal(await keyOf(one, lost), key)
    assert.equal(await keyOf(other, answered), otherKey)
    assert.equal(await keyOf(one, answered), key)
    assert.notEqual(await keyOf(one, answered), key, 'done again is a new wish')
  })

  test('is a new one after a refusal', async () => {
    const one = call('AddLeague')
    assert.notEqual(await keyOf(one, refused), await keyOf(one, refused))
  })

  test('is the same for two that are under way at once, and stays where one of them is lost', async () => {
    const one = call('AddSession')
    const [begun, under] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
    const first = keyOf(one, () => {
      begun.resolve()
      return under.promise
    })
    // the second may be made before the first is: both first look for the key
    const [key] = await Promise.all([keyOf(one, lost), begun.promise])
    under.reject(LOST)
    assert.equal(await first, key)
    assert.equal(await keyOf(one, answered), key)
  })

  test('is a new one once something else was done with the same thing', async () => {
    const join = call('JoinLeague', 'apex', 'the same')
    const [key, elsewhere] = [await keyOf(join, lost), await keyOf(call('JoinLeague', 'gate', 'there'), lost)]
    await keyOf(call('LeaveLeague', 'apex'), answered)
    assert.notEqual(await keyOf(join, answered), key)
    assert.equal(await keyOf(call('JoinLeague', 'gate', 'there'), answered), elsewhere)
  })

  test('is asked for as it was sent, over the version of then, before it is sent over a newer one', async () => {
    const one = call('AddEntry', 'race')
    const key = await keyOf({ ...one, v: 1 }, lost)
    const made: (readonly [string, unknown])[] = []
    const again = (answers: readonly (() => Promise<unknown>)[]) =>
      underKey(
        { ...one, v: 2 },
        (used, v) => {
          made.push([used, v])
          return answers[made.length - 1]!()
        },
        SAYS,
      )
    await again([() => Promise.reject(OVERTAKEN), answered])
    assert.deepEqual(made[0], [key, 1])
    assert.equal(made[1]![1], 2)
    assert.notEqual(made[1]![0], key)
    const arrived = await keyOf({ ...one, v: 2 }, lost)
    made.length = 0
    await underKey({ ...one, v: 3 }, async (used, v) => void made.push([used, v]), SAYS)
    assert.deepEqual(made, [[arrived, 2]])
  })

  test('no contents are kept in the browser', async () => {
    await keyOf({ command: 'JoinLeague', id: 'locked', sent: '{"password":"sesame-open"}' }, lost)
    const kept = sessionStorage.getItem('unanswered') ?? ''
    assert.ok(kept.includes('JoinLeague') && !kept.includes('sesame'), kept)
  })
})
