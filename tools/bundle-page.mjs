import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './root.mjs'

/** Puts the page of `adapters/web/` and what it imports into a few files: names without hashes, since each is asked for anew, and nothing inline, which the page's policy forbids. */
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
      // Of the library the page takes the reports alone; what it leaves is looked at all the same.
      checks: { eval: false },
      output: {
        entryFileNames: 'page.js',
        chunkFileNames: 'page-[name].js',
        assetFileNames: ({ names: [name = ''] }) => (name.endsWith('.css') ? 'page.css' : '[name][extname]'),
      },
    },
  },
})

// The engine's, which is named before the rest of it is left out.
rmSync(join(root, 'dist/page/web-tree-sitter.wasm'), { force: true })
