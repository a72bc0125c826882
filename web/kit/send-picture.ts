import type { ReplyOf } from '#core/contract.ts'
import { leaguesContract, type ImageEntity, type ImageType, type UploadUrl } from '#modules/leagues/contract.ts'
import { IMAGE_SHAPES } from '#modules/leagues/rules.ts'
import { callCommand, callQuery, RefusalError } from './http.ts'

/** What a picture is of: a community, an event. */
export type Pictured = { readonly entityType: ImageEntity; readonly entityId: string }

export type PictureStep = 'cutting' | 'sending' | 'checking'
const JPEG_QUALITY = 0.83
const ASK_AGAIN_MS = 400
const MOST_ASKED = 75

/**
 * Cuts a picture to our sizes, sends it by the signed forms and waits until the server has made its own of it. Gives the name that
 * ChangeLogo, ChangeBackground and ChangeImage take; throws what the server refused, or IMAGE_TYPE_INVALID for what the browser cannot read.
 */
export async function sendPicture(of: Pictured, type: 'logo' | 'background', file: File, onStep: (step: PictureStep) => void): Promise<string> {
  onStep('cutting')
  const types: readonly ImageType[] = type === 'logo' ? ['logo'] : ['background', 'background-small']
  const cut = new Map(await Promise.all(types.map(async (one) => [one, await cover(file, one)] as const)))
  const asked = { ...of, types: [...types] }
  const { uploadId, urls } = (await callCommand(leaguesContract.RequestImageUpload, asked, {}, crypto.randomUUID())) as ReplyOf<
    typeof leaguesContract.RequestImageUpload
  >
  onStep('sending')
  // the donefile goes last: it says that all the others are there
  for (const form of urls) await post(form, form.type === 'donefile' ? new Blob([]) : cut.get(form.type)!)
  onStep('checking')
  for (let turn = 0; turn < MOST_ASKED; turn++) {
    const upload = (await callQuery(leaguesContract.imageUpload, { id: uploadId })) as ReplyOf<typeof leaguesContract.imageUpload>
    if (upload.status === 'FAILED') break
    const image = upload.images.find((one) => one.type === type)?.image
    if (image) return image
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
  throw new RefusalError('UPLOAD_FAILED', {}, '', 422)
}

/** The middle of the picture, as much of it as has the shape wanted. */
async function cover(file: File, type: ImageType): Promise<Blob> {
  const { width, height, mime } = IMAGE_SHAPES[type]
  const source = await createImageBitmap(file).catch(() => {
    throw new RefusalError('IMAGE_TYPE_INVALID', {}, '', 422)
  })
  const scale = Math.max(width / source.width, height / source.height)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const [cutWidth, cutHeight] = [width / scale, height / scale]
  const drawing = canvas.getContext('2d')!
  drawing.imageSmoothingQuality = 'high'
  drawing.drawImage(source, (source.width - cutWidth) / 2, (source.height - cutHeight) / 2, cutWidth, cutHeight, 0, 0, width, height)
  source.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new RefusalError('IMAGE_TYPE_INVALID', {}, '', 422))), mime, JPEG_QUALITY),
  )
}

async function post(form: UploadUrl, body: Blob): Promise<void> {
  const data = new FormData()
  for (const [name, value] of Object.entries(form.fields)) data.append(name, value)
  data.append('file', new Blob([body], { type: form.MIMEType }), form.type)
  const answer = await fetch(form.url, { method: form.method, body: data })
  if (!answer.ok) throw new RefusalError('UPLOAD_FAILED', {}, '', answer.status)
}
