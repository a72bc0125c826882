import type { Tx } from '#server/db/connect.ts'
import { does } from '#server/room.ts'
import { makeImage } from '#server/outside/images.ts'
import { ImagesRefused, ImagesUploaded } from './contract/facts.ts'
import { leaguesWork } from './contract/jobs.ts'
import type { ImagePlan } from './decide.ts'
import { dropImages, isShown } from './door.ts'
import { IMAGE_SHAPES } from './rules.ts'
import { deleteUpload, endUpload, keepImages, lockUpload, lockUploadsOf, type LockedUpload } from './store.ts'

export const leaguesJobs = does(leaguesWork, {
  /** Makes our pictures out of what was sent. A donefile is only a hint: an upload is worked through once, from the files that are there. */
  processImages: async ({ tx, files, record, later }, { uploadId }) => {
    const upload = await lockUpload(tx, uploadId)
    // the hint may be a file that has come since
    if (upload?.status !== 'STARTED') return files.dropQuarantined(uploadId)
    let good = true
    for (const { type, source, image } of upload.images as readonly ImagePlan[]) {
      const sent = await files.quarantined(`${uploadId}/${source}`)
      good &&= sent !== null && (await makeImage(sent, files.published(image), IMAGE_SHAPES[type]))
    }
    await endUpload(tx, uploadId, good ? 'UPLOADED' : 'FAILED')
    // not here: what was sent has to be there still if this change is not, and comes again
    later(leaguesWork.dropSent, { uploadId })
    record(good ? ImagesUploaded : ImagesRefused, { uploadId, leagueId: upload.league_id, userId: upload.user_id })
  },

  /** What was sent, once our pictures are made of it. */
  dropSent: async ({ files }, { uploadId }) => files.dropQuarantined(uploadId),

  /** A day after it began, an upload nobody used goes with everything of it; of one that was used, what is not shown goes as what was replaced does. */
  sweepImages: async (context, { uploadId }) => {
    const { tx, files } = context
    const upload = await lockUpload(tx, uploadId)
    await files.dropQuarantined(uploadId)
    if (!upload) return
    const images = (upload.images as readonly ImagePlan[]).map(({ image }) => image)
    if (upload.used_at !== null) return dropImages(context, await retire(tx, upload, images), [])
    for (const image of images) await files.unpublish(image)
    await deleteUpload(tx, uploadId)
  },

  /** Pictures taken out of use, unless they were put back meanwhile. */
  dropImages: async ({ tx, files }, { images }) => {
    for (const upload of await lockUploadsOf(tx, images)) await retire(tx, upload, images)
    for (const image of images) if (!(await isShown(tx, image))) await files.unpublish(image)
  },
})

/** Of these pictures those that nothing shows: what goes is not there to be taken any more. The upload is locked, so nobody takes one meanwhile. */
async function retire(tx: Tx, upload: LockedUpload, images: readonly string[]): Promise<readonly string[]> {
  const gone: string[] = []
  for (const image of images) if (!(await isShown(tx, image))) gone.push(image)
  const left = (upload.images as readonly ImagePlan[]).filter(({ image }) => !gone.includes(image))
  await keepImages(tx, upload.id, left)
  return gone
}
