import type { Command } from 'commander'
import type { LibraryModules } from '../../engine/library-modules.ts'
import type { ExplainFlags } from '../../commands/rules/explain-command.ts'
import type { Finish } from '../options/finish.ts'
import { readCount } from '../options/read-value.ts'
import { addColor, addProjectOptions, addRuleOptions, addTableFormat } from '../options/shared-options.ts'

/** `assay rules explain`. */
export function addExplain(rules: Command, library: LibraryModules, finish: Finish): void {
  const explain = rules
    .command('explain')
    .summary('explain why a rule does or does not report something')
    .description('Explain why a rule reports something in a file or line, or why not: the clause that fails, or where the data of a source is lost.')
    .argument('<rule>', 'id of the rule')
    .argument('<path...>', 'a file, a line of a file such as app.js:12, or a folder; further paths are context for data flow')
    .option('--max <number>', 'list at most this number of candidates, sources and sinks (default: 10)', readCount)
  addColor(addProjectOptions(addRuleOptions(addTableFormat(explain))))
    .addHelpText('after', HELP)
    .action((rule: string, paths: string[], flags: ExplainFlags) =>
      finish(async () => (await import('../../commands/rules/explain-command.ts')).explainRule(rule, paths, flags, library)),
    )
}

const HELP = `
Exit codes: 0 the rule reports something, 1 it reports nothing, 2 wrong usage

Examples:
  assay rules explain sql-injection app/db.js:42
  assay rules explain command-injection src/run.py src
  assay rules explain my-rule app.ts --rules ./my-rules --format json`
