import { createHash } from 'node:crypto'
import barlow from './style/fonts/barlow.woff2?url'
import inter from './style/fonts/inter.woff2?url'
import { EARLY_PRESS_SCRIPT } from './kit/focus/early-press.ts'
import { EARLY_TYPING_SCRIPT } from './kit/focus/early-typing.ts'
import { TAGS } from './kit/time/date-forms.ts'
import { NO_CLOCK } from './kit/time/browser-clock.ts'
import { CLOCK_SCRIPT, FIRST_VISIT_SCRIPT } from './kit/time/reader-clock.ts'
import { THEME_SCRIPT } from './kit/theme.ts'
import { FACES_ID, lateFontsScript } from './style/late-fonts.ts'
import type { Rendered } from './draw-page.tsx'

/** Vite's dist/web/manifest.json. */
export type Manifest = Readonly<
  Record<
    string,
    { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[]; readonly dynamicImports?: readonly string[] }
  >
>

/** What runs before the first paint. */
const FIRST_SCRIPT = `${THEME_SCRIPT};${CLOCK_SCRIPT};${EARLY_PRESS_SCRIPT};${EARLY_TYPING_SCRIPT};${lateFontsScript([inter, barlow])}`
/** For `script-src`: the inline scripts there are. Style attributes and style elements are not needed by a script's leave. */
export const SCRIPT_HASHES: readonly string[] = [FIRST_SCRIPT, FIRST_VISIT_SCRIPT].map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
)

/** What runs, in this order, each in a task of its own. */
const ENTRIES = ['web/react.ts', 'web/main.tsx']
const FACES = 'web/style/fonts.css'
/** Of a page with pictures beside it: its top, which is painted first, is as wide as they are. No text can hold it, quotes are escaped there. */
const BESIDE = 'data-beside="true"'
/** Inside the page: one request less. */
const [icon = ''] = Object.values(import.meta.glob<string>('./public/icon.svg', { query: '?raw', import: 'default', eager: true }))

/**
 * The whole html document of a rendered page. `origin` makes canonical and picture addresses whole. Its styles stand inside: the first
 * paint waits for no second answer. `styleOf` gives a built file's text.
 */
export function documentOf(rendered: Rendered, manifest: Manifest, origin: string, path: string, styleOf: (file: string) => string): string {
  const { head, page } = rendered
  const files = filesOf(manifest, modulesOf(rendered))
  const entries = ENTRIES.flatMap((name) => manifest[name]?.file ?? [])
  const faces = manifest[FACES]
  const image = new URL(head.image ?? '/preview.png', origin).href
  const meta = (name: string, content: string) => `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escape(content)}">`
  return [
    '<!doctype html>',
    `<html lang="${page.locale}"${firstVisit(rendered)}${rendered.html.includes(BESIDE) ? ' data-beside' : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${escape(head.title)}</title>`,
    meta('description', head.description),
    meta('color-scheme', 'dark light'),
    '<meta name="theme-color" content="#0c0e11" media="(prefers-color-scheme: dark)"><meta name="theme-color" content="#f5f6f8" media="(prefers-color-scheme: light)">',
    `<link rel="canonical" href="${escape(new URL(path, origin).href)}">`,
    meta('og:title', head.title),
    meta('og:description', head.description),
    meta('og:site_name', page.productName),
    meta('og:type', 'website'),
    ...(head.address ? [meta('og:url', new URL(head.address, origin).href)] : []),
    meta('og:image', image),
    meta('og:image:type', 'image/png'),
    meta('og:image:width', '1200'),
    meta('og:image:height', '630'),
    meta('og:image:alt', head.imageAlt ?? page.productName),
    meta('twitter:card', 'summary_large_image'),
    `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}"><link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/manifest.webmanifest">`,
    // the first paint is the whole page: what still comes would move what stands there
    '<link rel="expect" href="#data" blocking="render">',
    `<style id="${FACES_ID}">${faces ? styleOf(faces.file) : ''}</style><script>${FIRST_SCRIPT}</script>`,
    `<style>${files.css.map(styleOf).join('')}</style>`,
    ...files.css.map(isHere),
    // fetched after all else, and needed on paper only
    '<link rel="stylesheet" href="/print.css" media="print">',
    ...files.js.filter((file) => !entries.includes(file)).map(early),
    ...rendered.parts.map(drawnPart),
    rendered.ownParts ?? '',
    ...entries.map((file) => `<script type="module" src="/${file}"></script>`),
    ...(head.jsonLd ? [`<script type="application/ld+json">${json(head.jsonLd)}</script>`] : []),
    `</head><body><div id="root">${rendered.html}</div><script>${FIRST_VISIT_SCRIPT}</script>`,
    `<script type="application/json" id="data">${json(page)}</script>`,
    ...(rendered.own === null ? [] : [`<script type="application/json" id="own">${rendered.own}</script>`]),
    '</body></html>',
  ].join('')
}

/** What a page's head has beside the document's own for the parts that were drawn for one reader. */
export function headOfParts(rendered: Rendered, parts: readonly string[], manifest: Manifest, styleOf: (file: string) => string): string {
  const here = filesOf(manifest, modulesOf(rendered))
  const all = filesOf(manifest, [...modulesOf(rendered), ...parts])
  const css = all.css.filter((file) => !here.css.includes(file))
  return [
    ...(css.length > 0 ? [`<style>${css.map(styleOf).join('')}</style>`] : []),
    ...css.map(isHere),
    ...all.js.filter((file) => !here.js.includes(file)).map(early),
    ...parts.filter((part) => !rendered.parts.includes(part)).map(drawnPart),
  ].join('')
}

const modulesOf = ({ module, parts }: Rendered): readonly string[] => [...ENTRIES, ...(module ? [module] : []), ...parts]
// the loader of later parts takes these for loaded, and so they are; disabled ones are never fetched
const isHere = (file: string): string => `<link rel="stylesheet" href="/${file}" disabled>`
const early = (file: string): string => `<link rel="modulepreload" href="/${file}">`
/** For `drawnParts` of web/main.tsx. */
const drawnPart = (part: string): string => `<meta name="part" content="${part}">`

/** Where times stand in UTC for want of something better: what the script behind the page needs to tell them anew. */
function firstVisit({ page: { clock, locale }, hasZone }: Rendered): string {
  return clock === null && !hasZone ? ` data-clock="${NO_CLOCK}" data-tag="${TAGS[locale]}"` : ''
}

/** Scripts and style sheets of modules with all they import, each once. */
function filesOf(manifest: Manifest, modules: readonly string[]): { readonly js: readonly string[]; readonly css: readonly string[] } {
  const js = new Set<string>()
  const css = new Set<string>()
  const add = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk || js.has(chunk.file)) return
    js.add(chunk.file)
    for (const other of chunk.imports ?? []) add(other)
    for (const file of chunk.css ?? []) css.add(file)
  }
  for (const name of modules) add(name)
  return { js: [...js], css: [...css] }
}

/** JSON inside html: nothing in it can end the script element or start a comment. */
export const json = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
