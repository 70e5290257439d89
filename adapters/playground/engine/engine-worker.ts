import { createPlaygroundEngine } from './playground-engine.ts'
import type { EngineRequest } from './messages.ts'

/** The files of the playground are beside the worker. */
const engine = createPlaygroundEngine(async (name) => {
  const answer = await fetch(new URL(name, self.location.href))
  if (!answer.ok) throw new Error(`${name} cannot be loaded`)
  return new Uint8Array(await answer.arrayBuffer())
})

let line = Promise.resolve()
self.addEventListener('message', ({ data }: MessageEvent<EngineRequest>) => {
  line = line.then(async () => self.postMessage(await engine.answer(data))).catch((error: unknown) => self.reportError(error))
})
