import { useEffect, useRef, useState } from 'preact/hooks'
import { createEngineClient, type EngineClient, type EngineQuestion } from './engine/engine-client.ts'
import type { EngineAnswer } from './engine/messages.ts'

/** The newest answer of the engine, and why there is none. */
export interface EngineState {
  readonly answer: EngineAnswer | undefined
  readonly failure: string
  /** Milliseconds from the question to the answer. */
  readonly took: number
  readonly ask: (question: EngineQuestion) => void
}

/** Runs the engine for as long as the component is shown. */
export function useEngine(): EngineState {
  const client = useRef<EngineClient>()
  const askedAt = useRef(0)
  const [state, setState] = useState<Omit<EngineState, 'ask'>>({ answer: undefined, failure: '', took: 0 })
  useEffect(() => {
    client.current = createEngineClient({
      onAnswer: (answer) => setState({ answer, failure: '', took: performance.now() - askedAt.current }),
      onFailure: (failure) => setState((before) => ({ ...before, failure })),
    })
    return () => client.current?.close()
  }, [])
  return {
    ...state,
    ask: (question) => {
      askedAt.current = performance.now()
      client.current?.ask(question)
    },
  }
}
