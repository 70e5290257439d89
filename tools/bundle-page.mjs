import { rmSync } from 'node:fs'
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
      input: [join(root, 'adapters/web/index.html'), join(root, 'adapters/web/copy-key.ts')],
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
