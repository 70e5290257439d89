import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'

/**
 * `npm run docs` builds the documentation site of `docs/` into `.cache/site`. `npm run docs -- --serve` serves the pages instead and reloads
 * them on each change; `--port` chooses the port. Neither needs the network.
 */
async function main() {
  const { values } = parseArgs({ options: { serve: { type: 'boolean', default: false }, port: { type: 'string', default: '5173' } } })
  ensureInstalled()
  const { build, createServer } = await import('vitepress')
  const docs = join(root, 'docs')
  if (!values.serve) return build(docs)
  const server = await createServer(docs, { port: Number(values.port), host: '127.0.0.1' })
  await server.listen()
  server.printUrls()
}

await main()
