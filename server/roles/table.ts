import { globSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Row } from './row.ts'

const MODULES = path.resolve(import.meta.dirname, '../../modules')

/** The file that holds the rows of a room's calls, and the one that runs the suite over them. */
export const rowsFile = (room: string): string => `modules/${room}/roles/rows.fixture.ts`
export const testFile = (room: string): string => `modules/${room}/roles/roles.test.ts`

/** Every room that has rows. */
export const ROWS: ReadonlyMap<string, readonly Row[]> = new Map(
  await Promise.all(
    globSync('*/roles/rows.fixture.ts', { cwd: MODULES })
      .sort()
      .map(async (file) => {
        const read = (await import(pathToFileURL(path.join(MODULES, file)).href)) as { readonly ROWS: readonly Row[] }
        return [path.dirname(path.dirname(file)), read.ROWS] as const
      }),
  ),
)

/** Every call of the house. */
export const TABLE: readonly Row[] = [...ROWS.values()].flat()
