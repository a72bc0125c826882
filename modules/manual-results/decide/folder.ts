import { ok, refuse, type Result } from '#core/result.ts'
import type { ImportPreview } from '../contract/import.ts'

type Match = { readonly participant: number; readonly entryId: NonNullable<ImportPreview['participants'][number]['match']>['entryId'] }

/**
 * Whether a file that no person looks at is taken, and who is who in it: as it would be proposed to somebody who looks. What is not plainly of
 * the event, or is published already, is left to a person. Refuses IMPORT_NO_DATA with the reason.
 */
export function unseen({ notes, sessions, participants }: ImportPreview): Result<readonly Match[]> {
  const taken = sessions.filter(({ take }) => take)
  const matches = participants.flatMap(({ no, match }) => (match ? [{ participant: no, entryId: match.entryId }] : []))
  const [note] = notes
  if (note) return refuse('IMPORT_NO_DATA', { reason: note })
  if (taken.length === 0 || matches.length === 0) return refuse('IMPORT_NO_DATA', { reason: 'NOBODY_OF_OURS' })
  if (taken.every(({ waits }) => waits)) return refuse('IMPORT_NO_DATA', { reason: 'PUBLISHED' })
  return ok(matches)
}
