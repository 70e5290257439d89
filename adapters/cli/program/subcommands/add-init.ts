import type { Command } from 'commander'
import type { LibraryModules } from '../../engine/library-modules.ts'
import type { InitFlags } from '../../commands/init-command.ts'
import type { Finish } from '../options/finish.ts'

/** `assay init`. */
export function addInit(program: Command, library: LibraryModules, finish: Finish): void {
  program
    .command('init')
    .summary('write assay.config.yaml')
    .description('Look at the project in this folder and write settings that fit it to assay.config.yaml.')
    .option('--force', 'overwrite an existing settings file')
    .addHelpText('after', '\nExamples:\n  assay init\n  assay init --force')
    .action((flags: InitFlags) => finish(async () => (await import('../../commands/init-command.ts')).runInit(flags, library)))
}
