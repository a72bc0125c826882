import { readFile } from 'node:fs/promises'
import { change, newId, type Around } from '../db/change.ts'
import { hashOfErased } from '../outside/files.ts'

/** Erases again, as their own command does, whoever stands in the list; how many were still there. */
export async function eraseAgain(around: Around, file: string | null): Promise<number> {
  if (file === null) return 0
  const text = await readFile(file, 'utf8')
  const hashes = new Set(text.split('\n').map((line) => line.split(' ')[0]))
  const users = await around.db.selectFrom('users').select('id').where('removed_at', 'is', null).execute()
  const back = users.filter(({ id }) => hashes.has(hashOfErased(id)))
  for (const { id } of back) {
    const cause = { requestId: `restore-${newId()}`, actorId: null, command: 'RemoveUser', objectId: id }
    await change(around, cause, async ({ erase }) => {
      await erase(id)
      return { ok: true, value: null }
    })
  }
  return back.length
}
