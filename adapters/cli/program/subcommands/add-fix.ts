import { Argument, type Command, Option } from 'commander'
import type { LibraryModules } from '../../engine/library-modules.ts'
import type { FixFlags } from '../../commands/fix-command.ts'
import type { Finish } from '../options/finish.ts'
import { addColor, addFocusOptions, addProjectOptions, addRuleOptions } from '../options/shared-options.ts'

/** `assay fix`. */
export function addFix(program: Command, library: LibraryModules, finish: Finish): void {
  const command = program
    .command('fix')
    .summary('fix findings automatically')
    .description(
      'Show the automatic fixes of findings as a diff, and write them with --apply. A fix is kept only if the file still parses and the finding is gone.',
    )
    .addArgument(new Argument('[path...]', 'files and folders').default(['.'], 'current folder'))
    .addOption(new Option('--apply', 'write the changes').conflicts('interactive'))
    .option('-i, --interactive', 'ask before each change, and write the accepted changes')
  addProjectOptions(addFocusOptions(addRuleOptions(command)))
    .option('--no-ignore', 'also fix vendored files and files that .gitignore or .assayignore exclude')
    .option('-q, --quiet', 'print only errors on stderr')
  addColor(command)
    .addHelpText(
      'after',
      '\nExamples:\n  assay fix                          show the changes\n  assay fix --rule weak-hash --apply\n  assay fix src --interactive\n  assay fix | git apply',
    )
    .action((paths: string[], flags: FixFlags) => finish(async () => (await import('../../commands/fix-command.ts')).runFix(paths, flags, library)))
}
