import type { EngineAnswer, EngineRequest } from './messages.ts'

/** A question without its number. */
export type EngineQuestion = Omit<EngineRequest, 'id'>

export interface EngineClient {
  /** Asks the engine. If it is busy, only the newest question waits. */
  ask(question: EngineQuestion): void
  close(): void
}

/** Milliseconds after which the worker is started anew. The engine counts steps, so no rule should take this long. */
const PATIENCE = 20_000

interface EngineEvents {
  readonly onAnswer: (answer: EngineAnswer, asked: EngineQuestion) => void
  /** The engine failed or took too long. It is started anew for the next question. */
  readonly onFailure: (why: string) => void
}

/** Runs the engine in a worker, so that typing never waits for it. */
export function createEngineClient({ onAnswer, onFailure }: EngineEvents): EngineClient {
  let worker: Worker | undefined
  let asked: EngineRequest | undefined
  let next: EngineQuestion | undefined
  let timer = 0
  let number = 0

  function start(): Worker {
    const started = new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' })
    started.addEventListener('message', ({ data }: MessageEvent<EngineAnswer>) => finish((request) => onAnswer(data, request)))
    started.addEventListener('error', (event) => restart(event.message || 'The engine could not be loaded.'))
    return started
  }

  function finish(tell: (request: EngineRequest) => void): void {
    clearTimeout(timer)
    const request = asked
    asked = undefined
    if (request) tell(request)
    if (next) send(next)
  }

  function restart(why: string): void {
    worker?.terminate()
    worker = undefined
    finish(() => onFailure(why))
  }

  function send(question: EngineQuestion): void {
    next = undefined
    asked = { ...question, id: ++number }
    timer = window.setTimeout(() => restart('The engine took too long and was started anew.'), PATIENCE)
    worker ??= start()
    worker.postMessage(asked)
  }

  return {
    ask: (question) => {
      if (asked) next = question
      else send(question)
    },
    close: () => worker?.terminate(),
  }
}
