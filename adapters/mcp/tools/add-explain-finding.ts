import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Finding, RuleInfo } from '../../../src/node/index.ts'
import { answerWith } from '../data/tool-answer.ts'
import { type MaskedCode, openMaskedCode } from '../session/masked-code.ts'
import type { Session } from '../session/open-session.ts'
import { ToolError } from '../session/tool-error.ts'
import { runTool } from './run-tool.ts'
import { showFinding } from './show-finding.ts'

const CONTEXT_LINES = 4
const MAX_CODE_LINES = 30
const MAX_STEPS = 40
const MAX_EDITS = 20

const PLACE = { file: z.string(), line: z.number() }
const CODE_LINE = z.object({ line: z.number(), text: z.string() })

/** The answer of `explain_finding`. */
const EXPLANATION = z.object({
  notice: z.string(),
  finding: z.looseObject({ id: z.string(), rule: z.string(), message: z.string(), ...PLACE }),
  code: z.array(CODE_LINE).describe('The lines around the finding. Empty if the file changed since the scan.'),
  trace: z.array(z.object({ kind: z.string(), ...PLACE, what: z.string(), code: z.string().optional() })).describe('From source to sink.'),
  places: z.array(z.object(PLACE)).describe('Other places with the same cause.'),
  fix: z.string().optional().describe('How to fix it.'),
  autofix: z.array(z.object({ line: z.number(), column: z.number(), endLine: z.number(), endColumn: z.number(), text: z.string() })).optional(),
  ruleText: z.looseObject({ id: z.string(), title: z.string(), description: z.string(), category: z.string() }).optional(),
  ignoreComment: z.string().describe('The comment that suppresses the finding. Use it only if a person decided that the finding is wrong.'),
})

/** The tool `explain_finding`. */
export function addExplainFinding(server: McpServer, session: Session): void {
  server.registerTool(
    'explain_finding',
    {
      title: 'Explain a finding',
      description: 'Explain a finding of a recent scan: the text of its rule, the code, the data-flow path from source to sink, and how to fix it.',
      inputSchema: z.object({ id: z.string().min(1).max(200).describe('The id of a finding of scan or scan_changes.') }),
      outputSchema: EXPLANATION,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ id }, context) =>
      runTool(async () => {
        const known = session.recall(id)
        if (known === undefined)
          throw new ToolError('No recent scan has a finding with this id. Call scan or scan_changes again, and use an id of its answer.')
        const { scan, finding } = known
        const rule = (await session.listRules()).find((each) => each.id === finding.rule)
        return answerWith(explain(finding, rule, await openMaskedCode(scan, [finding])))
      }, context),
  )
}

function explain(finding: Finding, rule: RuleInfo | undefined, code: MaskedCode) {
  const { file, line, endLine, trace = [], places = [], autofix, fix = rule?.fix } = finding
  const lastLine = Math.min(endLine + CONTEXT_LINES, line - CONTEXT_LINES + MAX_CODE_LINES)
  return {
    finding: showFinding(finding, code),
    code: code.readLines(file, line - CONTEXT_LINES, lastLine),
    trace: trace.slice(0, MAX_STEPS).map((step) => ({
      ...{ kind: step.kind, file: step.file, line: step.line, what: code.mask(step.what, finding, step.file) },
      code: code.readLines(step.file, step.line, step.line)[0]?.text.trim(),
    })),
    places: places.slice(0, MAX_STEPS).map((place) => ({ file: place.file, line: place.line })),
    fix,
    autofix: autofix?.slice(0, MAX_EDITS).map((edit) => ({ ...edit, text: code.mask(edit.text, finding, file) })),
    ...(rule !== undefined && {
      ruleText: {
        ...{ id: rule.id, title: rule.title, severity: rule.severity, category: rule.category, description: rule.description },
        ...{ cwe: rule.cwe, owasp: rule.owasp, references: rule.references },
      },
    }),
    ignoreComment: `assay-ignore ${finding.rule} -- <reason>`,
  }
}
