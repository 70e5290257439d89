import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { matchIdGlob, SEVERITIES } from '../../../src/node/index.ts'
import { answerWith } from '../data/tool-answer.ts'
import type { Session } from '../session/open-session.ts'
import { runTool } from './run-tool.ts'

const MAX_RULES = 100

const RULES = z.object({
  notice: z.string(),
  matching: z.number(),
  rules: z.array(z.looseObject({ id: z.string(), title: z.string(), severity: z.string(), category: z.string(), languages: z.array(z.string()) })),
  nextOffset: z.number().optional(),
})

/** The tool `list_rules`. */
export function addListRules(server: McpServer, session: Session): void {
  server.registerTool(
    'list_rules',
    {
      title: 'List rules',
      description: 'List the rules that scans of this folder run. With a rule id as filter, the answer has the full text of the rule.',
      inputSchema: z.object({
        rule: z.string().max(200).optional().describe('A rule id, or a glob such as secret-*.'),
        severity: z.enum(SEVERITIES).optional().describe('List only rules with at least this severity.'),
        category: z.string().max(100).optional().describe('List only rules of this category.'),
        language: z.string().max(50).optional().describe('List only rules for this language.'),
        limit: z.number().int().min(1).max(MAX_RULES).default(50),
        offset: z.number().int().min(0).max(1_000_000).default(0),
      }),
      outputSchema: RULES,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ rule, severity, category, language, limit, offset }, context) =>
      runTool(async () => {
        const all = await session.listRules()
        const matching = all.filter(
          (each) =>
            (rule === undefined || matchIdGlob(rule, each.id)) &&
            (severity === undefined || SEVERITIES.indexOf(each.severity) <= SEVERITIES.indexOf(severity)) &&
            (category === undefined || each.category === category) &&
            (language === undefined || each.languages.includes(language)),
        )
        const page = matching.slice(offset, offset + limit)
        const next = offset + page.length
        const isOne = matching.length === 1
        const rules = page.map(({ description, fix, references, owasp, ...brief }) =>
          isOne ? { ...brief, description, fix, references, owasp } : brief,
        )
        return answerWith({ matching: matching.length, rules, ...(next < matching.length && page.length > 0 && { nextOffset: next }) })
      }, context),
  )
}
