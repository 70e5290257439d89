import { rmSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { argv } from 'node:process'
import { rolldown } from 'rolldown'
import { copyLicences } from './copy-licences.mjs'
import { replaceFolder } from './replace-folder.mjs'
import { root } from './root.mjs'

/**
 * Bundles the servers for editors and agents with the packages of their protocols: `bundle-servers.mjs FOLDER`, a folder with build output. So that
 * users install none of these packages. The library stays outside, because these servers and its threads share it.
 */
const from = join(root, argv[2])
const packages = join(root, 'node_modules')

/** Entries of each adapter. */
const SERVERS = { lsp: ['index.js', 'project/scan-worker.js'], mcp: ['index.js'] }

for (const [name, entries] of Object.entries(SERVERS)) await bundleServer(join(from, 'adapters', name), entries)
// Modules of these folders are in the bundles.
for (const name of ['workspace', 'playground']) rmSync(join(from, 'adapters', name), { recursive: true, force: true })

async function bundleServer(folder, entries) {
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [basename(entry, '.js'), join(folder, entry)])),
    platform: 'node',
    // The validators of the protocol's SDK compile schemas.
    checks: { eval: false },
    plugins: [{ name: 'keep-library-outside', resolveId: (id, importer) => findLibrary(id, importer, folder) }],
  })
  const to = join(root, '.cache/server')
  rmSync(to, { recursive: true, force: true })
  /** @type {import('rolldown').OutputOptions} */
  const written = { format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'part-[name].js', comments: false, minify: true }
  const { output } = await bundle.write({ dir: to, ...written })
  copyLicences(output, packages, to)
  replaceFolder(to, folder)
}

/** A module of the library, as a file of the bundle imports it. */
function findLibrary(id, importer, folder) {
  if (importer === undefined || !id.startsWith('.')) return null
  const path = resolve(dirname(importer), id)
  if (!path.startsWith(join(from, 'src'))) return null
  return { id: relative(folder, path).replaceAll('\\', '/'), external: true }
}
