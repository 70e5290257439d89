import { startServer } from '../../adapters/http/server/start-server.ts'
import { obedientThreads, sourceThreads } from '../pool/source-threads.ts'

// The service in a separate process, so that its memory and event loop are not shared with a test. Options are JSON; `scanner: "real"` selects the
// engine instead of the scanner that executes instructions. Any message is answered with its memory use.
const { scans, scanner, ...options } = JSON.parse(process.argv[2] ?? '{}')
const server = await startServer({ port: 0, ...options, scans: { ...(scanner === 'real' ? sourceThreads : obedientThreads), ...scans } })
process.on('message', () => process.send?.({ rss: process.memoryUsage.rss() }))
process.send?.({ port: server.port })
