import { Argument, type Command, Option } from 'commander'
import type { Doors } from '../../engine/doors.ts'
import type { FixFlags } from '../../commands/fix-command.ts'
import type { Finish } from '../options/finish.ts'
import { addColor, addFocusOptions, addProjectOptions, addRuleOptions } from '../options/shared-options.ts'

/** `assay fix`. */
export function addFix(program: Command, doors: Doors, finish: Finish): void {
  const command = program
    .command('fix')
    .summary('mend what can be mended by rule')
    .description(
      'Shows the changes by which rules fix their findings. Makes them with --apply. A change is kept only if its file still parses and its finding is gone.',
    )
    .addArgument(new Argument('[path...]', 'files and folders').default(['.'], 'this folder'))
    .addOption(new Option('--apply', 'write the changes').conflicts('interactive'))
    .option('-i, --interactive', 'ask before each change, and write those that are wanted')
  addProjectOptions(addFocusOptions(addRuleOptions(command)))
    .option('--no-ignore', 'mend what .gitignore and .assayignore leave out, and vendored files')
    .option('-q, --quiet', 'print nothing on stderr but errors')
  addColor(command)
    .addHelpText(
      'after',
      '\nExamples:\n  assay fix                          show what would change\n  assay fix --rule weak-hash --apply\n  assay fix src --interactive\n  assay fix | git apply',
    )
    .action((paths: string[], flags: FixFlags) => finish(async () => (await import('../../commands/fix-command.ts')).runFix(paths, flags, doors)))
}
