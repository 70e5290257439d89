import type { Command } from 'commander'
import type { LspFlags } from '../../../commands/lsp-command.ts'
import type { LibraryModules } from '../../../engine/library-modules.ts'
import type { Finish } from '../../options/finish.ts'

/** `assay lsp`. */
export function addLsp(program: Command, library: LibraryModules, finish: Finish): void {
  program
    .command('lsp')
    .summary('run the language server for editors')
    .description(
      'Serve the Language Server Protocol on standard input and output: findings while you type, with data flow, quick fixes, and help in rule files. The editor sends its settings in the section `assay`.',
    )
    .option('--stdio', 'use standard input and output, as always; many editors pass this option')
    .option('--no-cache', 'do not cache results of unchanged files on disk')
    .addHelpText('after', '\nExamples:\n  assay lsp\n  assay lsp --no-cache')
    .action((flags: LspFlags) => finish(async () => (await import('../../../commands/lsp-command.ts')).runLsp(flags, library)))
}
