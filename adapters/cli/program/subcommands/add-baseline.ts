import { Argument, type Command } from 'commander'
import type { BaselineFlags } from '../../commands/baseline-command.ts'
import type { LibraryModules } from '../../engine/library-modules.ts'
import { addHelp } from '../../help/add-help.ts'
import type { Finish } from '../options/finish.ts'
import { readName } from '../options/read-value.ts'
import { addProjectOptions, addRuleOptions } from '../options/shared-options.ts'

/** `assay baseline` and its commands. */
export function addBaseline(program: Command, library: LibraryModules, finish: Finish): void {
  const baseline = program
    .command('baseline')
    .summary('create, update and show a baseline of known findings')
    .description('Store known findings in a file, so that scans list only new findings: assay scan --baseline assay-baseline.json')
    .helpCommand(false)
  const create = baseline.command('create').description('Scan, and write all findings to a baseline file.')
  addBaselineOptions(create)
    .option('--force', 'overwrite an existing baseline')
    .addHelpText('after', '\nExamples:\n  assay baseline create\n  assay baseline create src -o known.json')
    .action((paths: string[], flags: BaselineFlags) =>
      finish(async () => (await import('../../commands/baseline-command.ts')).createBaseline(paths, flags, library)),
    )
  const update = baseline
    .command('update')
    .description('Scan, and remove findings from the baseline that no longer exist. New findings are not added.')
  addBaselineOptions(update)
    .option('--add', 'also add new findings')
    .addHelpText('after', '\nExamples:\n  assay baseline update\n  assay baseline update --add')
    .action((paths: string[], flags: BaselineFlags) =>
      finish(async () => (await import('../../commands/baseline-command.ts')).updateBaseline(paths, flags, library)),
    )
  baseline
    .command('show')
    .description('Show the findings in a baseline.')
    .argument('[file]', 'baseline file', 'assay-baseline.json')
    .addHelpText('after', '\nExample:\n  assay baseline show')
    .action((file: string) => finish(async () => (await import('../../commands/baseline-command.ts')).showBaseline(file, library)))
  addHelp(baseline)
}

function addBaselineOptions(command: Command): Command {
  const named = command
    .addArgument(new Argument('[path...]', 'files and folders').default(['.'], 'current folder'))
    .option('-o, --output <file>', 'baseline file', readName, 'assay-baseline.json')
  return addProjectOptions(addRuleOptions(named)).option('-q, --quiet', 'print only errors on stderr')
}
