import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildOrExit } from './build.mjs'
import { root } from './root.mjs'

// The first start of a fresh clone waits for this. CI and `npm run build` check types.
buildOrExit({ checksTypes: false })
// The server runs in this process, so that signals and exit codes need no forwarding.
const main = join(root, 'dist/adapters/cli/main.js')
process.argv = [process.execPath, main, 'serve', ...process.argv.slice(2)]
await import(pathToFileURL(main).href)
