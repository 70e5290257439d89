import type { SinkFact } from './fact-table.ts'

/** Sink facts of one entry fact: sinks that data reaches from it. Each is recorded once, and applied to each caller once. */
export interface SinkSummary {
  /** Labels of facts that hold for every caller, by sink and whether the data may be tainted only. */
  readonly always: Map<number, number>
  /** Labels of the others, by the same key and then by condition. */
  readonly conditional: Map<number, Map<number, number>>
  readonly inOrder: SinkFact[]
}

/** Creates a summary without sink facts. */
export function createSinkSummary(): SinkSummary {
  return { always: new Map(), conditional: new Map(), inOrder: [] }
}
