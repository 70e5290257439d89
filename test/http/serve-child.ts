import { startServer } from '../../adapters/http/server/start-server.ts'
import { obedientThreads, sourceThreads } from '../pool/source-threads.ts'

// The service in a process of its own, so that its memory and its event loop are those of no test. Options come as JSON, with `scanner: "real"` for the engine in place of one that obeys; any message is answered with its memory.
const { scans, scanner, ...options } = JSON.parse(process.argv[2] ?? '{}')
const server = await startServer({ port: 0, ...options, scans: { ...(scanner === 'real' ? sourceThreads : obedientThreads), ...scans } })
process.on('message', () => process.send?.({ rss: process.memoryUsage.rss() }))
process.send?.({ port: server.port })
