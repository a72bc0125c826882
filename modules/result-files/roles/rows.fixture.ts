import { admins, type Row } from '#server/roles/row.ts'
import { ofHost, onEvent } from '#server/roles/ways.fixture.ts'

const onLater = (call: string, what: 'later' | 'choice', body?: object): Row => ({
  call: `result-files.${call}`,
  on: 'community',
  ask: (at) => ({ at: { id: at.results[what] }, ...(body ? { body } : {}) }),
  who: admins,
  closed: 'open',
  // what admins chose for a segment is counted: once in this world
  had: 1,
})
/** SHA-256 of `{}`. */
const BRACES_SHA256 = '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'

export const ROWS: readonly Row[] = [
  onEvent('result-files.resultFiles', admins, undefined, { state: 'ended' }),
  { call: 'result-files.RetryReading', on: 'community', ask: (at) => ({ at: { id: at.results.file } }), who: admins, closed: 'open' },
  onEvent('result-files.laterResults', admins, undefined, { state: 'ended' }),
  onLater('comparedResults', 'later'),
  onLater('TakeLaterResult', 'later', { reason: 'The right file.' }),
  onLater('LeaveLaterResult', 'later', { reason: 'The wrong file.' }),
  onLater('UndoResultChoice', 'choice', { reason: 'A mistake.' }),
  ofHost('result-files.UploadResult', () => ({ name: 'race.json', sha256: BRACES_SHA256, contentBase64: 'e30=' })),
]
