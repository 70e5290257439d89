import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../tools/root.mjs'

/** The build that is measured: `dist`, or the folder that ASSAY_BENCH_BUILD names. */
export const build = resolve(root, process.env.ASSAY_BENCH_BUILD ?? 'dist')

/** Imports a module of the build, such as `src/node/index.js`, in a process with the settings of the command line. */
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

/** The machine of the measurements. Load changes absolute numbers, but not ratios. */
export function describeMachine() {
  return `Node ${process.version}, load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`
}
