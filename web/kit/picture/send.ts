import type { ReplyOf } from '#core/contract.ts'
import { leaguesContract, type ImageEntity, type ImageType, type UploadUrl } from '#modules/leagues/contract.ts'
import { IMAGE_SHAPES } from '#modules/leagues/rules.ts'
import { callCommand } from '../connection/command.ts'
import { callQuery, RefusalError } from '../http.ts'
import { cutRect, MIDDLE, type Cut } from './cut.ts'

/** What a picture is of: a community, an event. */
export type Pictured = { readonly entityType: ImageEntity; readonly entityId: string }

export type PictureStep = 'cutting' | 'sending' | 'checking'
const JPEG_QUALITY = 0.83
const ASK_AGAIN_MS = 400
const MOST_ASKED = 75

export type Cuts = Readonly<Partial<Record<ImageType, Cut>>>

/** What is made of a picture, each in a size of its own. */
export const outputsOf = (type: 'logo' | 'background'): readonly ImageType[] => (type === 'logo' ? ['logo'] : ['background', 'background-small'])

/** The picture a file holds; throws IMAGE_TYPE_INVALID for what the browser cannot read. */
export function readPicture(file: File): Promise<ImageBitmap> {
  return createImageBitmap(file).catch(() => {
    throw new RefusalError('IMAGE_TYPE_INVALID', {}, '', 422)
  })
}

/**
 * Cuts a picture to our sizes, sends it by the signed forms and waits until the server has made its own of it. Gives the name that
 * ChangeLogo, ChangeBackground and ChangeImage take; throws what the server refused.
 */
export async function sendPicture(
  of: Pictured,
  type: 'logo' | 'background',
  picture: ImageBitmap,
  cuts: Cuts,
  onStep: (step: PictureStep) => void,
): Promise<string> {
  onStep('cutting')
  const types = outputsOf(type)
  const cut = new Map(await Promise.all(types.map(async (one) => [one, await cutOut(picture, one, cuts[one] ?? MIDDLE)] as const)))
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

async function cutOut(picture: ImageBitmap, type: ImageType, cut: Cut): Promise<Blob> {
  const shape = IMAGE_SHAPES[type]
  const from = cutRect(picture, shape, cut)
  const canvas = document.createElement('canvas')
  canvas.width = shape.width
  canvas.height = shape.height
  const drawing = canvas.getContext('2d')!
  drawing.imageSmoothingQuality = 'high'
  drawing.drawImage(picture, from.left, from.top, from.width, from.height, 0, 0, shape.width, shape.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new RefusalError('IMAGE_TYPE_INVALID', {}, '', 422))), shape.mime, JPEG_QUALITY),
  )
}

async function post(form: UploadUrl, body: Blob): Promise<void> {
  const data = new FormData()
  for (const [name, value] of Object.entries(form.fields)) data.append(name, value)
  data.append('file', new Blob([body], { type: form.MIMEType }), form.type)
  const answer = await fetch(form.url, { method: form.method, body: data }).catch(() => {
    throw new RefusalError('UNAVAILABLE', {}, '', 0)
  })
  if (!answer.ok) throw new RefusalError('UPLOAD_FAILED', {}, '', answer.status)
}
