import { join, relative } from 'node:path'
import { argv } from 'node:process'
import { rolldown } from 'rolldown'
import { copyLicences } from './copy-licences.mjs'
import { root } from './root.mjs'

/**
 * Bundles the modules of the command line, its library and the packages of both into a few files: `bundle-command.mjs FROM TO`, both folders with
 * build output. Finding and reading four hundred files took half of the time of a scan of one small file. The service and the triage are not
 * included, because most scans load neither.
 */
const [from, to] = argv.slice(2).map((folder) => join(root, folder))
const packages = join(root, 'node_modules')

const bundle = await rolldown({
  input: join(from, 'adapters/cli/main.js'),
  platform: 'node',
  external: (id) => /\/adapters\/(?:http|triage|mcp|lsp)\/index\.js$/.test(id),
  // Its build for Node is seventy CommonJS modules that each run inside a wrapper.
  resolve: { alias: { yaml: join(packages, 'yaml/browser/index.js') } },
  // web-tree-sitter has one, for grammars linked from C.
  checks: { eval: false },
  plugins: [{ name: 'keep-module-addresses', transform: keepAddress }],
})
const { output } = await bundle.write({ dir: to, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'part-[name].js', comments: false })
copyLicences(output, packages, to)

/** Keeps the URL of a module, so that it finds adjacent files. All files of the bundle are in one folder. */
function keepAddress(code, id) {
  if (!code.includes('import.meta.url') || id.startsWith(packages)) return null
  const path = relative(join(from, 'adapters/cli'), id).replaceAll('\\', '/')
  return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(path)}, import.meta.url).href`)
}
