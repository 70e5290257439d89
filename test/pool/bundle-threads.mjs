import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { root } from '../../tools/root.mjs'
import { readThreadBundle, THREADS_FOLDER as FOLDER, THREADS_INDEX as INDEX } from './read-thread-bundle.mjs'

// Threads of tests run the sources of this checkout as a few bundled files: a thread that loads five hundred modules needs eight times as long to start.

/** The modules that threads and child processes start with. */
const ENTRIES = [
  'src/node/index.ts',
  'src/node/scan-worker.ts',
  'src/node/examine-worker.ts',
  'adapters/http/upload/upload-json-intake.ts',
  'adapters/http/upload/upload-zip-intake.ts',
  'adapters/http/server/start-server.ts',
  'adapters/http/server/start-worker.ts',
]
/** Packages of the engine. Those of the service stay outside, because most threads need none of them. */
const BUNDLED = /^(?:htmlparser2|re2js|smol-toml|web-tree-sitter|yaml|@noble\/hashes)(?:\/|$)/

/** Bundles the modules, if a source has changed since the last time. Called by vitest before all tests. */
export async function setup() {
  if (Object.keys(readThreadBundle()).length > 0) return
  const name = `${Date.now().toString(36)}-${process.pid}`
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(ENTRIES.map((entry) => [entry.replaceAll('/', '-').replace(/\.ts$/, ''), join(root, entry)])),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && !BUNDLED.test(id),
    resolve: { alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') } },
    checks: { eval: false },
    plugins: [{ name: 'keep-module-addresses', transform: keepAddress }],
  })
  const { output } = await bundle.write({ dir: join(FOLDER, name), format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'part-[name].js' })
  const chunks = output.filter((file) => file.type === 'chunk')
  const entries = chunks.filter(({ isEntry }) => isEntry).map(({ facadeModuleId, fileName }) => [facadeModuleId, join(FOLDER, name, fileName)])
  const sources = [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds.filter((id) => isAbsolute(id) && existsSync(id))))]
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${INDEX}.${name}`, JSON.stringify({ entries, sources }))
  // The old folder stays: threads of another run may still read it.
  renameSync(`${INDEX}.${name}`, INDEX)
}

/** Modules find adjacent files from where their source is. */
function keepAddress(code, id) {
  if (!code.includes('import.meta.url') || id.includes('node_modules')) return null
  return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
}
