import type { ServerContext } from '@modelcontextprotocol/server'
import type { ScanProgress } from '../../../src/node/index.ts'
import { answerWithError, type ToolAnswer } from '../data/tool-answer.ts'
import { describeMistake } from '../session/tool-error.ts'

/** Runs a tool. Mistakes of the caller become an answer; other errors are only named, and their kind goes to stderr. */
export async function runTool(run: () => Promise<ToolAnswer>, { mcpReq: { signal } }: ServerContext): Promise<ToolAnswer> {
  try {
    return await run()
  } catch (error) {
    if (signal.aborted) return answerWithError('The call was stopped.')
    const mistake = describeMistake(error)
    if (mistake !== undefined) return answerWithError(mistake)
    process.stderr.write(`assay mcp: internal error (${error instanceof Error ? error.name : typeof error}).\n`)
    return answerWithError('Assay failed with an internal error. The project was not scanned completely.')
  }
}

const PROGRESS_MS = 250

/** Reports the progress of a scan, if the client asked for it. */
export function reportProgress({ mcpReq }: ServerContext): (progress: ScanProgress) => void {
  const token = mcpReq._meta?.progressToken
  if (token === undefined) return () => undefined
  let next = 0
  return ({ filesDone }) => {
    if (performance.now() < next) return
    next = performance.now() + PROGRESS_MS
    const params = { progressToken: token, progress: filesDone, message: `${filesDone} files scanned` }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
