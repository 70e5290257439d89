import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Session } from '../session/open-session.ts'
import { answerFindings } from './answer-findings.ts'
import { reportProgress, runTool } from './run-tool.ts'
import { FILTERS, FINDINGS, PATHS } from './schemas.ts'

/** The tool `scan`. */
export function addScan(server: McpServer, session: Session): void {
  server.registerTool(
    'scan',
    {
      title: 'Scan files for security problems',
      description:
        'Scan files and folders for security problems. Returns a grade and findings, the most severe first. Pass a folder that contains all files of the data flow, because only these files are analysed together.',
      inputSchema: z.object({ paths: PATHS, ...FILTERS }),
      outputSchema: FINDINGS,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ paths, ...filters }, context) =>
      runTool(async () => {
        const scan = await session.scan({ paths, signal: context.mcpReq.signal, onProgress: reportProgress(context) })
        return answerFindings(scan, filters)
      }, context),
  )
}
