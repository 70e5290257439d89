// One kind of hostile client, in a thread of its own: what others wait must not be what it keeps itself busy with.
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { holdBodies, holdConnections, linkedFiles, sendAfterRefusal, sendArchives, sendTinyChunks, sendUploads } from './clients.mjs'
import { deepFolders, deepObjects, formHeaders, ignoreFiles } from './uploads.mjs'

/** Attacks by their names. */
export const ATTACKS = {
  nothing: async () => ({}),
  'tiny chunks': (target) => sendTinyChunks(target),
  'sending after 429': (target) => sendAfterRefusal(target),
  'linked files': (target) => sendUploads(target, linkedFiles()),
  'unfinished bodies': (target) => holdBodies(target),
  'ignore files': (target) => sendArchives(target, { body: ignoreFiles() }),
  'deep folders': (target) => sendArchives(target, { body: deepFolders() }),
  'form headers': (target) => sendArchives(target, formHeaders()),
  'deep objects': (target) => sendUploads(target, deepObjects(), 10),
  'idle connections': (target) => holdConnections(target),
}

/** How fast they are where they do not flood: what took the service away from others when that was first seen, 1.4 MB/s in all, and a second before who was closed is back. */
const PACES = {
  'tiny chunks': { bytesPerSecond: 1_400_000, pauseMs: 20 },
}
const USUAL_PACE = { pauseMs: 1_000 }

if (!isMainThread) {
  const { name, port, milliseconds, flood } = workerData
  const pace = flood ? {} : (PACES[name] ?? USUAL_PACE)
  parentPort.postMessage(await ATTACKS[name]({ port, until: AbortSignal.timeout(milliseconds), ...pace }))
}
