import type { PlaygroundState } from './playground-state.ts'

/** A prepared rule with code, from the file `examples.json`. */
export interface Example extends PlaygroundState {
  /** `taint-python`, which links use: `#example=taint-python`. */
  readonly id: string
  /** The kind of matcher: `taint`. */
  readonly kind: string
  readonly title: string
}

/** Reads the examples, which are beside the page. Empty if they cannot be loaded. */
export async function readExamples(): Promise<readonly Example[]> {
  try {
    const answer = await fetch(new URL('examples.json', document.baseURI))
    return answer.ok ? await answer.json() : []
  } catch {
    return []
  }
}

/** The example that a fragment names. */
export function exampleOf(fragment: string, examples: readonly Example[]): Example | undefined {
  return examples.find(({ id }) => fragment === `#example=${id}`)
}
