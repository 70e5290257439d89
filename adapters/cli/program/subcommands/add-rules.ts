import { Argument, type Command } from 'commander'
import type { ForeignFormat } from '../../../../src/node/index.ts'
import type { LibraryModules } from '../../engine/library-modules.ts'
import type { ImportFlags } from '../../commands/rules/import-command.ts'
import type { CheckFlags, RulesFlags } from '../../commands/rules/rules-command.ts'
import { addHelp } from '../../help/add-help.ts'
import type { Finish } from '../options/finish.ts'
import { addExplain } from './add-explain.ts'
import { addWorkbench } from './add-workbench.ts'
import { addColor, addRuleOptions, addTableFormat, outsidePaths } from '../options/shared-options.ts'

/** `assay rules` and its commands. */
export function addRules(program: Command, library: LibraryModules, finish: Finish): void {
  const rules = program
    .command('rules')
    .summary('list, check, write, test and import rules')
    .description('List, show, check, write, test and import rules.')
    .helpCommand(false)
  const list = rules.command('list').description('List the rules of packs and folders.')
  addColor(addRuleOptions(addTableFormat(list)))
    .addHelpText('after', '\nExamples:\n  assay rules list --pack public\n  assay rules list --format json')
    .action((flags: RulesFlags) => finish(async () => (await import('../../commands/rules/rules-command.ts')).listRules(flags, library)))
  const show = rules.command('show').description('Show one rule: severity, description, fix and references.').argument('<id>', 'id of the rule')
  addColor(addRuleOptions(addTableFormat(show)))
    .addHelpText('after', '\nExample:\n  assay rules show sql-injection')
    .action((id: string, flags: RulesFlags) =>
      finish(async () => (await import('../../commands/rules/rules-command.ts')).showRule(id, flags, library)),
    )
  rules
    .command('check')
    .description('Check rule files and report every error with its location.')
    .argument('<path...>', 'folders or files with rules')
    .addOption(outsidePaths())
    .addHelpText('after', '\nExample:\n  assay rules check ./my-rules')
    .action((paths: string[], flags: CheckFlags) =>
      finish(async () => (await import('../../commands/rules/rules-command.ts')).checkRules(paths, flags, library)),
    )
  addExplain(rules, library, finish)
  addWorkbench(rules, library, finish)
  addImport(rules, library, finish)
  addHelp(rules)
}

/** `assay rules import`. */
function addImport(rules: Command, library: LibraryModules, finish: Finish): void {
  const command = rules
    .command('import')
    .description('Translate rules of Semgrep or Gitleaks, and report what cannot be carried over.')
    .addArgument(new Argument('<tool>', 'the tool whose format the files have').choices(['semgrep', 'gitleaks']))
    .argument('<file...>', 'files with rules')
    .option('--out <folder>', 'write each rule to a file in this folder (default: write all to the standard output)')
    .option('--force', 'replace files that exist in the folder of --out')
  addTableFormat(command)
    .addHelpText(
      'after',
      `
The report goes to the standard error, or with --format json to the standard output together with the rules.
Exit code 3: some rules were not imported.

Examples:
  assay rules import semgrep rules.yaml --out my-rules
  assay rules import gitleaks .gitleaks.toml --format json
  assay scan --rules rules.yaml      # translates in memory`,
    )
    .action((tool: ForeignFormat, files: string[], flags: ImportFlags) =>
      finish(async () => (await import('../../commands/rules/import-command.ts')).importRuleFiles(tool, files, flags, library)),
    )
}
