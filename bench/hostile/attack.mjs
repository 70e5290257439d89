// One kind of hostile client, in a thread of its own: what others wait must not be what it keeps itself busy with.
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { holdBodies, holdConnections, linkedFiles, sendAfterRefusal, sendTinyChunks, sendUploads } from './clients.mjs'

/** Attacks by their names. */
export const ATTACKS = {
  nothing: async () => ({}),
  'tiny chunks': (target) => sendTinyChunks(target),
  'sending after 429': (target) => sendAfterRefusal(target),
  'linked files': (target) => sendUploads(target, linkedFiles()),
  'unfinished bodies': (target) => holdBodies(target),
  'idle connections': (target) => holdConnections(target),
}

if (!isMainThread) {
  const { name, port, milliseconds } = workerData
  parentPort.postMessage(await ATTACKS[name]({ port, until: AbortSignal.timeout(milliseconds) }))
}
