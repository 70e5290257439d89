// Loaded before a process of the deployment (`node --expose-gc --import …`). Reports the size of each of its heaps after garbage collection, on
// request.
import { getHeapStatistics, writeHeapSnapshot } from 'node:v8'
import { isMainThread, threadId } from 'node:worker_threads'

/** Threads in the middle of a scan answer afterwards. */
const WAIT_MS = 4_000
const threads = new BroadcastChannel('assay-heap-probe')

if (isMainThread) answerParent()
else threads.onmessage = ({ data }) => data === 'measure' && threads.postMessage(measureThread())
threads.unref()

function answerParent() {
  process.on('message', async (wish) => {
    if (wish.kind === 'snapshot') process.send({ file: writeHeapSnapshot(wish.file) })
    if (wish.kind === 'measure') process.send(await measureProcess())
  })
  // The channel alone must not keep the process alive.
  process.channel?.unref()
}

/** Bytes, but for `threads`. `residentBefore` is before any heap was collected. */
async function measureProcess() {
  const residentBefore = process.memoryUsage().rss
  const told = []
  threads.onmessage = ({ data }) => told.push(data)
  threads.postMessage('measure')
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  threads.onmessage = null
  const own = measureThread()
  const { rss, external, arrayBuffers } = process.memoryUsage()
  return { residentBefore, resident: rss, main: own.used, mainTotal: own.total, external, arrayBuffers, threads: told }
}

function measureThread() {
  // Twice: the first collection runs finalizers, which release more memory.
  globalThis.gc()
  globalThis.gc()
  const { used_heap_size: used, total_heap_size: total } = getHeapStatistics()
  return { thread: threadId, used, total }
}
