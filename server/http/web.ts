import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Locale } from '#core/locale.ts'
import type * as WebRender from '#web/render.tsx'
import { WEB } from './static.ts'

type Manifest = Parameters<typeof WebRender.documentOf>[1]
export type OwnData = WebRender.OwnData
export type Web = { readonly render: typeof WebRender; readonly manifest: Manifest }
/** For whom a page is drawn, beside who they are, and when they asked: nothing on it is older, and what changes from then on they are told of. */
export type Reader = { readonly locale: Locale; readonly clock: string | null; readonly askedMs: number }
const RENDER = path.resolve(import.meta.dirname, '../../dist/render/render.js')

/** What the build made of the pages; `null` where nothing was built. */
export async function loadWeb(): Promise<Web | null> {
  if (!existsSync(RENDER)) return null
  return {
    render: (await import(pathToFileURL(RENDER).href)) as typeof WebRender,
    manifest: JSON.parse(readFileSync(path.join(WEB, 'manifest.json'), 'utf8')) as Manifest,
  }
}

/** For metrics and logs. */
export const callOf = (module: string | null): string => `page ${module?.replace(/^web\/pages\/(.+)\.tsx$/, '$1') ?? 'none'}`
