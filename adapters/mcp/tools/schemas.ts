import { z } from 'zod'
import { SEVERITIES } from '../../../src/node/index.ts'

/** Findings of one answer, unless the caller asks for fewer. */
const MAX_FINDINGS = 100

/** Which findings are listed. */
export const FILTERS = {
  severity: z.enum(SEVERITIES).optional().describe('List only findings with at least this severity.'),
  category: z.string().max(100).optional().describe('List only findings of this category, such as injection or secrets.'),
  rule: z.string().max(200).optional().describe('List only findings of this rule id, or of ids that match a glob such as secret-*.'),
  limit: z.number().int().min(1).max(MAX_FINDINGS).default(25).describe('Maximum number of findings in the answer.'),
  offset: z.number().int().min(0).max(1_000_000).default(0).describe('Number of findings to pass over: `nextOffset` of the previous answer.'),
}

/** Files and folders. */
export const PATHS = z
  .array(z.string().min(1).max(4_096))
  .max(100)
  .default(['.'])
  .describe('Files and folders, relative to the folder of the server. Default: the whole folder.')

const FINDING = z.object({
  id: z.string().describe('Pass it to explain_finding.'),
  rule: z.string(),
  severity: z.string(),
  confidence: z.string(),
  title: z.string(),
  file: z.string(),
  line: z.number(),
  column: z.number(),
  endLine: z.number(),
  endColumn: z.number(),
  cwe: z.array(z.string()),
  message: z.string(),
  code: z.string().optional(),
  traceSteps: z.number(),
  hasAutofix: z.boolean(),
})

/** The answer with findings. */
export const FINDINGS = z.object({
  notice: z.string(),
  grade: z.string(),
  score: z.number(),
  filesScanned: z.number(),
  counts: z.object({ critical: z.number(), high: z.number(), medium: z.number(), low: z.number() }),
  matching: z.number().describe('Findings that match the filters.'),
  findings: z.array(FINDING),
  nextOffset: z.number().optional().describe('Present if there are more findings.'),
  suppressed: z.number(),
  notAnalysed: z.array(z.object({ reason: z.string(), files: z.number() })).describe('Files that were skipped or analysed in part, by reason.'),
})
