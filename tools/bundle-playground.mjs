import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { parse } from 'yaml'
import { root } from './root.mjs'

const to = join(root, 'dist/playground')

/** The order of the menu. */
const KINDS = ['pattern', 'query', 'regex', 'calls', 'taint', 'secret', 'document']

/**
 * Bundles the playground of `adapters/playground/` with the engine. All addresses are relative, so that the folder can be served from anywhere. File names have no
 * hashes, because browsers revalidate each of them.
 */
await build({
  root: join(root, 'adapters/playground'),
  base: './',
  configFile: false,
  envDir: false,
  logLevel: 'warn',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es', rolldownOptions: { checks: { eval: false }, output: { entryFileNames: 'engine.js', chunkFileNames: 'engine-[name].js' } } },
  build: {
    outDir: to,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      checks: { eval: false },
      output: {
        entryFileNames: 'playground.js',
        chunkFileNames: 'playground-[name].js',
        assetFileNames: ({ names: [name = ''] }) => (name.endsWith('.css') ? 'playground.css' : '[name][extname]'),
      },
    },
  },
})

// A second copy of the WebAssembly file of the engine, which the worker loads from beside itself.
rmSync(join(to, 'assets'), { recursive: true, force: true })
mkdirSync(to, { recursive: true })
// For static hosting. The package leaves them out, because the service has them in `dist/grammars`.
cpSync(join(root, 'dist/grammars'), to, { recursive: true })

// The examples of the menu, each from a YAML file with `kind`, `title`, `path`, `rule` and `code`.
const examples = join(root, 'adapters/playground/examples')
const files = readdirSync(examples).filter((name) => name.endsWith('.yaml'))
const read = files.map((name) => ({ id: name.replace('.yaml', ''), ...parse(readFileSync(join(examples, name), 'utf8')) }))
writeFileSync(join(to, 'examples.json'), JSON.stringify(read.toSorted((left, right) => KINDS.indexOf(left.kind) - KINDS.indexOf(right.kind))))

// The named matchers and library models of the built-in rules, which the worker loads when a rule needs them. Their texts are left out: only mistakes need them.
const { shared, words, models, plans } = JSON.parse(readFileSync(join(root, 'dist/rules.json'), 'utf8'))
const withoutText = (entries) => entries.map((entry) => ({ ...entry, text: '' }))
const library = {
  name: 'assay',
  rules: [],
  shared: withoutText(shared),
  words: withoutText(words),
  models: withoutText(models),
  packs: [],
  whole: false,
  plans,
}
writeFileSync(join(to, 'library.json'), JSON.stringify(library))
