import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Texts of JavaScript and TypeScript files of this project's own `node_modules`, in path order, until `maxUnits` UTF-16 units are reached. */
export function readCorpus(maxUnits) {
  const texts = []
  let units = 0
  for (const path of sourceFiles(fileURLToPath(new URL('../node_modules', import.meta.url)))) {
    const text = readFileSync(path, 'utf8')
    if (text.length > 1_000_000) continue
    texts.push(text)
    units += text.length
    if (units > maxUnits) break
  }
  return { texts, units }
}

function* sourceFiles(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sourceFiles(path)
    else if (entry.isFile() && /\.(?:[cm]?js|tsx?)$/.test(entry.name)) yield path
  }
}
