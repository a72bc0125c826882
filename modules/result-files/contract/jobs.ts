import type { ResultFileId, ResultId, SessionId } from '#core/ids.ts'
import { job } from '#core/joint.ts'

type OfFile = { readonly fileId: ResultFileId }

export const resultFilesWork = {
  read: job<OfFile>('result-files.read'),
  alert: job<OfFile & { readonly sessionId: SessionId; readonly resultId: ResultId }>('result-files.alert'),
}
