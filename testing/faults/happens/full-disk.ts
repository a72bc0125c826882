import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { leaguesContract, type UploadUrl } from '#modules/leagues/contract.ts'
import { wait, type Fault, type FaultContext } from './fault.ts'
import { reached } from './reached.ts'

const LARGEST_BLOCK = 8 * 1024 * 1024

/** Not a byte is left, neither for the database nor for the picture somebody sends; the same form takes it when there is room again. */
export const withoutRoom: Fault['act'] = async (given) => {
  const { stage, forMs } = given
  if (!stage.ownDisk) return { skipped: 'this machine does not let us mount a disk of our own' }
  const wrong: string[] = []
  const send = await pictureOf(given)
  const filler = path.join(stage.folder, 'filler')
  fill(filler)
  try {
    const isRoom = await stage.postgres.query('create table filler as select repeat(md5(n::text), 60) from generate_series(1, 20000) n').then(
      () => true,
      () => false,
    )
    if (isRoom) wrong.push('the disk was not full')
    const full = await send()
    if (full !== 503) wrong.push(`a picture that finds no room is answered ${full}`)
    await wait(forMs)
  } finally {
    rmSync(filler, { force: true })
  }
  wrong.push(...(await reached(stage.postgres)))
  const after = await send()
  if (after !== 200) wrong.push(`the same picture is answered ${after} when there is room again`)
  return wrong
}

/** Sends a picture of the community, again and again by the same signed form; the answer's status. */
async function pictureOf({ stage, cast: { owner, league } }: FaultContext): Promise<() => Promise<number | string>> {
  const body = { entityId: league, entityType: 'LEAGUE' as const, types: ['logo' as const] }
  const { urls } = await owner.as.done(leaguesContract.RequestImageUpload, {}, body)
  const form: UploadUrl = urls.find(({ type }) => type === 'logo')!
  // noise, so that it is as large as it looks
  const picture = await sharp({
    create: { width: 600, height: 600, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer()
  return async () => {
    const data = new FormData()
    for (const [name, value] of Object.entries(form.fields)) data.append(name, value)
    data.append('file', new Blob([new Uint8Array(picture)], { type: form.MIMEType }), 'logo.png')
    return fetch(`${stage.all.url}${form.url}`, { method: 'POST', body: data, signal: AbortSignal.timeout(20_000) }).then(
      ({ status }) => status,
      (fault: unknown) => String(fault),
    )
  }
}

/** Takes what is left, to the last byte. */
function fill(file: string): void {
  const handle = openSync(file, 'w')
  for (let size = LARGEST_BLOCK; size >= 1; size = Math.floor(size / 2)) {
    const block = Buffer.alloc(size)
    try {
      while (writeSync(handle, block) === size);
    } catch {
      // no room for a block of this size
    }
  }
  closeSync(handle)
}
