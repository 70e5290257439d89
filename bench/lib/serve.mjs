// The deployed service with options as JSON, by default without upload limits. Its parent process can query event loop delay, memory and processor
// time:
// `node bench/lib/serve.mjs [OPTIONS]`
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { importBuilt } from './engine.mjs'

const { startServer } = await importBuilt('adapters/http/index.js')
const many = 1_000_000_000
const tiers = { anonymous: { jsonPerMinute: many }, bearer: { jsonPerMinute: many } }
const [options = JSON.stringify({ trustedProxyHops: 1, tiers })] = process.argv.slice(2)
const server = await startServer({ port: 0, ...JSON.parse(options) })
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('message', async (message) => {
  if (message === 'stop') {
    await server.close()
    process.exit()
  }
  const { user, system } = process.cpuUsage()
  // Nanoseconds, without the sampling interval.
  const delayMs = Math.max(0, delay.percentile(99) / 1e6 - 5)
  if (message === 'delay') process.send({ delay: delayMs, rss: process.memoryUsage().rss / 1e6, cpu: (user + system) / 1e3 })
  delay.reset()
})
process.send({ url: server.url })
