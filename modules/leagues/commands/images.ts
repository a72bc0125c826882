import { HOUR_MS } from '#core/duration.ts'
import type { Id, LeagueId } from '#core/ids.ts'
import { order } from '#core/joint.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { planInForce } from '#modules/billing/rules.ts'
import { spend } from '#server/db/budget.ts'
import { MAX_UPLOAD_BYTES, type FileRule } from '#server/outside/files.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import type { ImageType, leaguesContract, UploadUrl } from '../contract.ts'
import { BackgroundChanged, LogoChanged } from '../contract/facts.ts'
import { leaguesWork } from '../contract/jobs.ts'
import { planImages } from '../decide.ts'
import { dropImages, imageOwner, takeImage } from '../door.ts'
import { mayOwn } from '../policy.ts'
import { IMAGE_SHAPES, UNUSED_IMAGE_MS, UPLOAD_FORM_MS, UPLOADS_PER_HOUR } from '../rules.ts'
import { insertUpload, saveLeague } from '../store.ts'
import { onLeague } from './on-league.ts'

const DONEFILE_BYTES = 1024
type Names = 'RequestImageUpload' | 'ChangeLogo' | 'ChangeBackground'

export const imageCommands: Pick<CommandsOf<typeof leaguesContract>, Names> = {
  RequestImageUpload: async (context, { body }) => {
    const { tx, actor, now, newId, later } = context
    const { entityType, entityId } = body
    const thing = entityType === 'LEAGUE' ? { leagueId: entityId as LeagueId, mayUpload: mayOwn } : await imageOwner(entityType)?.find(tx, entityId)
    if (!thing) return refuse('NOT_FOUND')
    const { leagueId, mayUpload } = thing
    const may: Parameters<typeof onLeague>[2] = (facts, league) => mayUpload(facts, planInForce(league.plan, league.plan_ends_at, now))
    return onLeague(context, leagueId, may, async () => {
      const planned = planImages(entityType, body.types, newId)
      if (!planned.ok) return planned
      const budget = await spend(tx, now, `upload:${actor.userId}`, UPLOADS_PER_HOUR, HOUR_MS)
      if (budget !== true) return budget
      const uploadId = newId<'upload'>()
      await insertUpload(tx, { id: uploadId, leagueId, entityType, entityId, userId: actor.userId, images: planned.value }, now)
      later(leaguesWork.sweepImages, { uploadId }, { at: new Date(now.getTime() + UNUSED_IMAGE_MS) })
      return ok({ uploadId, urls: formsOf(context, uploadId, [...new Set(body.types)]) })
    })
  },

  ChangeLogo: (context, { id, v, body }) => changePicture(context, id, v, 'logo', body.img, (images) => ({ logo: images.get('logo') ?? null })),

  ChangeBackground: (context, { id, v, body }) =>
    changePicture(context, id, v, 'background', body.img, (images) => ({
      background: images.get('background') ?? null,
      background_small: images.get('background-small') ?? null,
    })),
}

/** One form for each file and one for the donefile, which says that all are there. */
function formsOf({ files, now }: CommandContext, uploadId: Id<'upload'>, types: readonly ImageType[]): UploadUrl[] {
  const expiresAt = new Date(now.getTime() + UPLOAD_FORM_MS)
  const form = (type: UploadUrl['type'], rule: Omit<FileRule, 'key' | 'expiresAt'>): UploadUrl => ({
    type,
    ...files.sign({ key: `${uploadId}/${type}`, expiresAt, ...rule }),
    maxSizeBytes: rule.maxBytes,
    MIMEType: rule.contentType,
  })
  return [
    ...types.map((type) => form(type, { contentType: IMAGE_SHAPES[type].mime, minBytes: 1, maxBytes: MAX_UPLOAD_BYTES })),
    form('donefile', {
      contentType: 'text/plain',
      minBytes: 0,
      maxBytes: DONEFILE_BYTES,
      starts: order(leaguesWork.processImages, { uploadId }),
    }),
  ]
}

/** Puts a finished picture in the place of another, which goes once no page can be showing it any more. */
function changePicture(
  context: CommandContext,
  id: string,
  v: number,
  type: 'logo' | 'background',
  img: string | null,
  values: (images: ReadonlyMap<ImageType, string>) => Parameters<typeof saveLeague>[3],
): Promise<Result<{ v: number }>> {
  const { tx, now } = context
  return onLeague(context, id, mayOwn, async (league) => {
    const images = img === null ? ok(new Map<ImageType, string>()) : await takeImage(tx, { type: 'LEAGUE', id }, { type, name: img }, now)
    if (!images.ok) return images
    const saved = await saveLeague(tx, league.id, v, values(images.value))
    if (!saved.ok) return saved
    dropImages(context, type === 'logo' ? [league.logo] : [league.background, league.background_small], [...images.value.values()])
    context.record(type === 'logo' ? LogoChanged : BackgroundChanged, { leagueId: league.id, img })
    return saved
  })
}
