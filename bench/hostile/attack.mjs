// One kind of hostile client in its own thread, so that its own work does not delay the measured callers.
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

/** Their speed without flooding: the speed at which the attack was first noticed, 1.4 MB/s in total, and a second before a reconnect. */
const PACES = {
  'tiny chunks': { bytesPerSecond: 1_400_000, pauseMs: 20 },
}
const USUAL_PACE = { pauseMs: 1_000 }

if (!isMainThread) {
  const { name, port, milliseconds, flood } = workerData
  const pace = flood ? {} : (PACES[name] ?? USUAL_PACE)
  parentPort.postMessage(await ATTACKS[name]({ port, until: AbortSignal.timeout(milliseconds), ...pace }))
}
