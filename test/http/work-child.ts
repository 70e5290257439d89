import { startWorker } from '../../adapters/http/server/start-worker.ts'
import { obedientThreads } from '../pool/source-threads.ts'

// A worker in a process of its own, which can be killed. Options come as JSON; it closes at SIGTERM.
const { scans, ...options } = JSON.parse(process.argv[2] ?? '{}')
const worker = await startWorker({ port: 0, ...options, scans: { ...obedientThreads, ...scans } })
process.once('SIGTERM', () => void worker.close().then(() => process.disconnect()))
// Of a test that ended nothing stays.
process.once('disconnect', () => process.exit())
process.send?.({ url: worker.url })
