import { Argument, type Command } from 'commander'
import type { BaselineFlags } from '../../commands/baseline-command.ts'
import type { Doors } from '../../engine/doors.ts'
import { addHelp } from '../../help/add-help.ts'
import type { Finish } from '../options/finish.ts'
import { readName } from '../options/read-value.ts'
import { addProjectOptions, addRuleOptions } from '../options/shared-options.ts'

/** `assay baseline` and its commands. */
export function addBaseline(program: Command, doors: Doors, finish: Finish): void {
  const baseline = program
    .command('baseline')
    .summary('write, bring up to date and show what is known')
    .description('Keeps findings that are known in a file, so that scans list new ones alone: assay scan --baseline assay-baseline.json')
    .helpCommand(false)
  const create = baseline.command('create').description('Scans, and writes all findings to a baseline.')
  addBaselineOptions(create)
    .option('--force', 'write over a baseline that is there')
    .addHelpText('after', '\nExamples:\n  assay baseline create\n  assay baseline create src -o known.json')
    .action((paths: string[], flags: BaselineFlags) =>
      finish(async () => (await import('../../commands/baseline-command.ts')).createBaseline(paths, flags, doors)),
    )
  const update = baseline.command('update').description('Scans, and takes what is gone out of a baseline. New findings stay out of it.')
  addBaselineOptions(update)
    .option('--add', 'take new findings in')
    .addHelpText('after', '\nExamples:\n  assay baseline update\n  assay baseline update --add')
    .action((paths: string[], flags: BaselineFlags) =>
      finish(async () => (await import('../../commands/baseline-command.ts')).updateBaseline(paths, flags, doors)),
    )
  baseline
    .command('show')
    .description('Tells what a baseline holds.')
    .argument('[file]', 'the baseline', 'assay-baseline.json')
    .addHelpText('after', '\nExample:\n  assay baseline show')
    .action((file: string) => finish(async () => (await import('../../commands/baseline-command.ts')).showBaseline(file, doors)))
  addHelp(baseline)
}

function addBaselineOptions(command: Command): Command {
  const named = command
    .addArgument(new Argument('[path...]', 'files and folders').default(['.'], 'this folder'))
    .option('-o, --output <file>', 'the baseline', readName, 'assay-baseline.json')
  return addProjectOptions(addRuleOptions(named)).option('-q, --quiet', 'print nothing on stderr but errors')
}
