import { startWorker } from '../../adapters/http/server/start-worker.ts'
import { obedientThreads } from '../pool/source-threads.ts'

// A worker in a separate process, which can be killed. Options are JSON. It closes at SIGTERM.
const { scans, ...options } = JSON.parse(process.argv[2] ?? '{}')
const worker = await startWorker({ port: 0, ...options, scans: { ...obedientThreads, ...scans } })
process.once('SIGTERM', () => void worker.close().then(() => process.disconnect()))
// Ends with the test.
process.once('disconnect', () => process.exit())
process.send?.({ url: worker.url })
