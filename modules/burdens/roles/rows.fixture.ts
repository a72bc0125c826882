import { signedIn, type Row } from '#server/roles/row.ts'
import { onEvent } from '#server/roles/ways.fixture.ts'

const ask: Row['ask'] = (_at, _, event) => ({ at: { sessionId: event.id } })

export const ROWS: readonly Row[] = [
  onEvent('burdens.publicBurdens', signedIn, undefined, { ask }),
  onEvent('burdens.burdens', signedIn, undefined, { ask }),
]
