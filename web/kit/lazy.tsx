import { createContext, lazy, Suspense, use, useState, type ComponentType, type ReactNode } from 'react'
import { loadPart } from './connection/persist.ts'

/** A component in a file of its own that is fetched when first drawn; `preload` fetches it earlier, on hover of its tab for example. */
export type LazyPart<Props> = ComponentType<Props> & { readonly preload: () => Promise<unknown> }

/** The server's drawing notes the files of the parts it has drawn. */
export const DrawnPartsContext = createContext<((file: string) => void) | null>(null)

type Load<File> = (() => Promise<File>) & {
  /** As the manifest names it: the build writes it here (web/build/part-files.ts). */
  readonly file?: string
}

type PropsOf<Part> = Part extends ComponentType<infer Props extends object> ? Props : never

/** By file, the parts that are not loaded yet. */
const missing = new Map<string, Set<() => Promise<unknown>>>()

/** `const LapsDialog = lazyPart(() => import(…), 'LapsDialog')`; `meanwhile` keeps its place until it is here. */
export const lazyPart = <Name extends string, File extends FileOf<Name>>(load: Load<File>, name: Name, meanwhile: ReactNode = null) =>
  partOf(load, name, (part) => <Suspense fallback={meanwhile}>{part}</Suspense>)

/**
 * One of many: it stands in the rows of a list, and the list around it waits (`Suspense`). If each waited for itself, React would take them over
 * one by one, each time beginning with the whole page anew.
 */
export const lazyRowPart = <Name extends string, File extends FileOf<Name>>(load: Load<File>, name: Name) => partOf(load, name, (part) => part)

type FileOf<Name extends string> = Readonly<Record<Name, ComponentType<never>>>

function partOf<Name extends string, File extends FileOf<Name>>(
  load: Load<File>,
  name: Name,
  around: (part: ReactNode) => ReactNode,
): LazyPart<PropsOf<File[Name]>> {
  type Props = PropsOf<File[Name]>
  const { file: path = '' } = load
  let loaded: ComponentType<Props> | null = null
  const keep = (file: File) => {
    missing.get(path)?.delete(preload)
    loaded = file[name] as ComponentType<Props>
    return { default: loaded }
  }
  // what comes early and does not come is asked for again when it is drawn
  const preload = () => load().then(keep, () => undefined)
  const Part = lazy(() => loadPart(load).then(keep)) as unknown as ComponentType<Props>
  const Shown = (props: Props) => {
    use(DrawnPartsContext)?.(path)
    // what is here is drawn without waiting; another one later would begin anew
    const [Now] = useState(() => loaded ?? Part)
    return around(<Now {...props} />)
  }
  // the server has every part from the start: its first drawing is like all others, to the letter
  if (import.meta.env.SSR) void preload()
  else missing.set(path, (missing.get(path) ?? new Set()).add(preload))
  return Object.assign(Shown, { preload })
}

/** What is slower is waited for where it stands. */
const MOST_WAIT_MS = 2_000

/**
 * Loads the parts of which the server's drawing is made. An update that reaches one which is not here yet, while React takes the page over, would
 * take it off the screen until it is.
 */
export async function loadDrawn(files: readonly string[]): Promise<void> {
  const all = async (): Promise<void> => {
    const next = files.flatMap((file) => [...(missing.get(file) ?? [])])
    if (next.length === 0) return
    const found = await Promise.all(next.map((preload) => preload()))
    // parts that stand in these are known now
    if (found.every((one) => one !== undefined)) await all()
  }
  await Promise.race([all(), new Promise((go) => setTimeout(go, MOST_WAIT_MS))])
}
