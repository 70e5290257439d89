import { existsSync } from 'node:fs'

/** The folder of this package, whether its sources or its build run. */
export function packageRoot(): URL {
  let folder = new URL('./', import.meta.url)
  while (!existsSync(new URL('rules.schema.json', folder))) {
    const parent = new URL('../', folder)
    if (parent.href === folder.href) throw new Error('the assay package is incomplete: rules.schema.json is missing')
    folder = parent
  }
  return folder
}
