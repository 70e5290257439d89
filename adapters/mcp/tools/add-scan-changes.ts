import { resolve } from 'node:path'
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type ChangedLines, touchesLines } from '../../../src/node/index.ts'
import type { Session } from '../session/open-session.ts'
import { answerFindings } from './answer-findings.ts'
import { reportProgress, runTool } from './run-tool.ts'
import { FILTERS, FINDINGS } from './schemas.ts'

/** Reads the lines of the working tree that changed since a commit, by absolute path. Throws `ToolError`. */
export type ReadChanges = (since: string, folder: string) => Promise<{ linesOf(path: string): readonly ChangedLines[] }>

/** The tool `scan_changes`. */
export function addScanChanges(server: McpServer, session: Session, readChanges: ReadChanges): void {
  server.registerTool(
    'scan_changes',
    {
      title: 'Scan changed lines for security problems',
      description:
        'Scan the whole folder, and return only findings on lines that changed since a git commit, including uncommitted changes and new files. A finding counts if any step of its data flow is on a changed line. Use it after you have edited code.',
      inputSchema: z.object({
        since: z
          .string()
          .min(1)
          .max(200)
          .default('HEAD')
          .describe('Branch, tag or commit. Lines since the merge base count as changed. Default: HEAD, for uncommitted changes.'),
        ...FILTERS,
      }),
      outputSchema: FINDINGS,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ since, ...filters }, context) =>
      runTool(async () => {
        const { linesOf } = await readChanges(since, session.folder)
        const scan = await session.scan({ paths: ['.'], signal: context.mcpReq.signal, onProgress: reportProgress(context) })
        return answerFindings(scan, filters, (finding) => touchesLines(finding, (file) => linesOf(resolve(session.folder, file))))
      }, context),
  )
}
