import type { Id } from '#core/ids.ts'
import { job } from '#core/joint.ts'

type OfUpload = { readonly uploadId: Id<'upload'> }

export const leaguesWork = {
  processImages: job<OfUpload>('leagues.process-images'),
  dropSent: job<OfUpload>('leagues.drop-sent'),
  sweepImages: job<OfUpload>('leagues.sweep-images'),
  dropImages: job<{ readonly images: readonly string[] }>('leagues.drop-images'),
}
