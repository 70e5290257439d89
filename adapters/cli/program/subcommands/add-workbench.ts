import { type Command, Option } from 'commander'
import type { LintFlags } from '../../commands/rules/lint-rules.ts'
import type { NewRuleFlags } from '../../commands/rules/new-rule.ts'
import type { TestFlags } from '../../commands/rules/test-rules.ts'
import type { LibraryModules } from '../../engine/library-modules.ts'
import type { Finish } from '../options/finish.ts'
import { collect, readName } from '../options/read-value.ts'
import { addMeasures } from './add-rule-measures.ts'
import { addColor, addTableFormat } from '../options/shared-options.ts'
import { RULE_KINDS } from '../../workbench/scaffold-rule.ts'

const PATHS = 'packs, folders of rules, rule files or installed packages (default: the pack of this folder)'

/** The commands of `assay rules` that write, check, test and measure rules. */
export function addWorkbench(rules: Command, library: LibraryModules, finish: Finish): void {
  addNew(rules, finish)
  addLint(rules, library, finish)
  addTest(rules, library, finish)
  addMeasures(rules, library, finish)
}

function addNew(rules: Command, finish: Finish): void {
  rules
    .command('new')
    .description('Write a new rule with sample code, so that its test passes at once.')
    .argument('<id>', 'id of the rule, such as unsafe-call')
    .addOption(new Option('--kind <kind>', 'kind of matcher').choices(RULE_KINDS).default('pattern'))
    .option('--lang <language>', 'language of the rule (repeatable; default: depends on the kind)', collect)
    .option('--pack <folder>', 'folder of the pack (default: .assay if it has rules, else this folder)', readName)
    .option('--force', 'overwrite existing files')
    .addHelpText(
      'after',
      '\nExamples:\n  assay rules new unsafe-call\n  assay rules new acme-token --kind secret --pack my-pack\n  assay rules new unsafe-run --kind taint --lang python',
    )
    .action((id: string, flags: NewRuleFlags) => finish(async () => (await import('../../commands/rules/new-rule.ts')).newRule(id, flags)))
}

function addLint(rules: Command, library: LibraryModules, finish: Finish): void {
  const lint = addFixtures(rules.command('lint'))
    .description('Give advice about rules: clauses without effect, slow matchers, overlaps and missing sample code.')
    .argument('[path...]', PATHS)
    .option('--ignore <code>', 'do not report this code (repeatable)', collect)
  addTableFormat(lint)
    .addHelpText(
      'after',
      '\nExit codes: 0 nothing to report, 1 advice, 2 errors in the rules\n\nExamples:\n  assay rules lint\n  assay rules lint my-pack --ignore lint/no-look-alike --format json',
    )
    .action((paths: string[], flags: LintFlags) =>
      finish(async () => (await import('../../commands/rules/lint-rules.ts')).lintRules(paths, flags, library)),
    )
}

function addTest(rules: Command, library: LibraryModules, finish: Finish): void {
  const test = addFixtures(rules.command('test'))
    .description('Compare what rules report with the markers of their sample code.')
    .argument('[path...]', PATHS)
    .option('--update', 'write the markers as the rules report')
    .option('--watch', 'test again after each change')
    .option('--no-coverage', 'do not find clauses on which no sample code depends')
  addColor(addTableFormat(test))
    .addHelpText(
      'after',
      '\nExit codes: 0 passed, 1 a rule and its sample code disagree, 2 errors in the rules\n\nExamples:\n  assay rules test\n  assay rules test my-pack/rules/unsafe-call.yaml --watch\n  assay rules test my-pack --update',
    )
    .action((paths: string[], flags: TestFlags) =>
      finish(async () => (await import('../../commands/rules/test-rules.ts')).testRules(paths, flags, library)),
    )
}

function addFixtures(command: Command): Command {
  return command.option('--fixtures <folder>', 'folder of the sample code (default: fixtures next to the rules)', readName)
}
