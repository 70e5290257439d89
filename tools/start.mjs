import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildOrExit } from './build.mjs'
import { root } from './root.mjs'

buildOrExit()
// The server runs in this very process: signals and exit codes need no passing on.
const main = join(root, 'dist/adapters/cli/main.js')
process.argv = [process.execPath, main, 'serve', ...process.argv.slice(2)]
await import(pathToFileURL(main).href)
