import type { UserId } from '#core/ids.ts'
import { job } from '#core/joint.ts'

export const accountsWork = {
  noteErased: job<{ readonly userId: UserId }>('accounts.note-erased'),
}
