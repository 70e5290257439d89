import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../tools/root.mjs'

/** The build that is measured: `dist`, or the folder that ASSAY_BENCH_BUILD names. */
export const build = resolve(root, process.env.ASSAY_BENCH_BUILD ?? 'dist')

/** A module of that build: `src/node/index.js`, in a process that is set as the command line sets its own. */
export async function importBuilt(path) {
  const { tuneProcess } = await import(pathToFileURL(join(build, 'src/node/index.js')).href)
  tuneProcess?.()
  return import(pathToFileURL(join(build, path)).href)
}

/** The path of a grammar that the build has copied. */
export function grammarFile(name) {
  return join(root, 'dist/grammars', `${name}.wasm`)
}

/** Its bytes. */
export function readGrammar(name) {
  return new Uint8Array(readFileSync(grammarFile(name)))
}

/** What figures are read with. Their ratios stay when the machine is busy, they do not. */
export function describeMachine() {
  return `Node ${process.version}, load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`
}
