/** The test files it is given, in this one process: what starts nothing needs none of its own, and what they share is read once. */
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

for (const file of process.argv.slice(2))
  await import(pathToFileURL(file).href).catch((fault: unknown) =>
    test(file, () => {
      throw fault
    }),
  )
