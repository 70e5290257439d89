import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './root.mjs'

/** Bundles the page of `adapters/web/` into a few files. Their names have no hashes, because browsers revalidate each of them. Nothing is inline, because the policy of the page forbids it. */
await build({
  root: join(root, 'adapters/web'),
  configFile: false,
  envDir: false,
  logLevel: 'warn',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(root, 'dist/page'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      input: [join(root, 'adapters/web/index.html'), join(root, 'adapters/web/keys/copy-key.ts')],
      // The page uses only the reports of the library, but the bundler checks all of it.
      checks: { eval: false },
      output: {
        entryFileNames: ({ name }) => (name === 'index' ? 'page.js' : '[name].js'),
        chunkFileNames: 'page-[name].js',
        assetFileNames: ({ names: [name = ''] }) => (name.endsWith('.css') ? 'page.css' : '[name][extname]'),
      },
    },
  },
})

// The WebAssembly file of the engine, which the page does not use.
rmSync(join(root, 'dist/page/web-tree-sitter.wasm'), { force: true })

// The sample code of each rule, which its page loads: `rule-samples-<id>.json`.
const pages = join(root, 'docs/rules')
for (const name of readdirSync(pages)) {
  if (name === 'README.md') continue
  const page = readFileSync(join(pages, name), 'utf8')
  const samples = { reported: samplesOf(page, 'Reported'), notReported: samplesOf(page, 'Not reported') }
  writeFileSync(join(root, 'dist/page', `rule-samples-${name.replace(/\.md$/, '.json')}`), JSON.stringify(samples))
}

/** The samples below a heading of a rule's page, each with its language. */
function samplesOf(page, heading) {
  const section = page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/^(?<language>[^\n]+):\n\n```\w*\n(?<code>[^]*?)\n```$/gm)].map(({ groups }) => groups)
}
