import type { Command } from 'commander'
import type { BenchFlags } from '../../commands/rules/bench.ts'
import type { MutateFlags } from '../../commands/rules/mutate-rules.ts'
import type { NoiseFlags } from '../../commands/rules/noise.ts'
import type { StatsFlags } from '../../commands/rules/rule-stats.ts'
import type { LibraryModules } from '../../engine/library-modules.ts'
import type { Finish } from '../options/finish.ts'
import { collect, readCount, readName } from '../options/read-value.ts'
import { addRuleOptions, addTableFormat } from '../options/shared-options.ts'

/** The commands of `assay rules` that measure rules. */
export function addMeasures(rules: Command, library: LibraryModules, finish: Finish): void {
  const mutate = rules
    .command('mutate')
    .description('List changes of rules that no sample code notices.')
    .argument('[path...]', 'packs, folders of rules, rule files or installed packages (default: the pack of this folder)')
    .option('--fixtures <folder>', 'folder of the sample code (default: fixtures next to the rules)', readName)
    .option('--names', 'also remove single names of lists')
  addTableFormat(mutate)
    .addHelpText(
      'after',
      '\nExit codes: 0 every change is noticed, 1 some are not, 2 errors in the rules\n\nExample:\n  assay rules mutate rules/unsafe-call.yaml --names',
    )
    .action((paths: string[], flags: MutateFlags) =>
      finish(async () => (await import('../../commands/rules/mutate-rules.ts')).mutateRules(paths, flags, library)),
    )
  addSurveys(rules, library, finish)
  const bench = rules
    .command('bench')
    .description('Measure the time of each rule and matcher over files, slowest first.')
    .argument('<rule>', 'a pack, rule file or installed package, or the id of a built-in rule')
    .argument('<path...>', 'files and folders with source code')
  addTableFormat(bench)
    .addHelpText('after', '\nExample:\n  assay rules bench rules/unsafe-call.yaml src')
    .action((rule: string, paths: string[], flags: BenchFlags) =>
      finish(async () => (await import('../../commands/rules/bench.ts')).benchRules(rule, paths, flags, library)),
    )
}

function addSurveys(rules: Command, library: LibraryModules, finish: Finish): void {
  const noise = rules
    .command('noise')
    .description('Count findings per 10,000 lines in source code that is in use.')
    .argument('<folder...>', 'folders with source code')
  addRuleOptions(addTableFormat(noise))
    .option('--every <number>', 'scan only each nth package of a folder of packages', readCount)
    .option('-q, --quiet', 'do not print progress')
    .addHelpText('after', '\nExample:\n  assay rules noise --no-pack --rules my-pack/rules node_modules --every 5')
    .action((folders: string[], flags: NoiseFlags) =>
      finish(async () => (await import('../../commands/rules/noise.ts')).countNoise(folders, flags, library)),
    )
  const stats = rules
    .command('stats')
    .description('Measure rules over repositories: findings, time, and precision by verdicts.')
    .argument('<folder...>', 'repositories, one folder each')
  addRuleOptions(addTableFormat(stats))
    .option('--verdicts <file>', 'YAML file with verdicts about findings, or a folder of such files (repeatable)', collect)
    .option('-q, --quiet', 'do not print progress')
    .addHelpText('after', '\nExample:\n  assay rules stats ../shop ../billing --verdicts verdicts.yaml --format json')
    .action((folders: string[], flags: StatsFlags) =>
      finish(async () => (await import('../../commands/rules/rule-stats.ts')).printRuleStats(folders, flags, library)),
    )
}
