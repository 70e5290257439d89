import type { Command } from 'commander'
import type { LibraryModules } from '../../../engine/library-modules.ts'
import type { ServeFlags } from '../../../commands/service/serve-command.ts'
import type { Finish } from '../../options/finish.ts'
import { readName, readPort } from '../../options/read-value.ts'

/** `assay serve`. */
export function addServe(program: Command, library: LibraryModules, finish: Finish): void {
  program
    .command('serve')
    .summary('run the HTTP service')
    .description('Run the HTTP service until it is stopped. Prints one line when it is listening.')
    .option('-p, --port <number>', 'port (default: PORT, or 3000); 0 chooses a free port', readPort)
    .option('--host <host>', 'address to listen on (default: HOST, or 127.0.0.1)', readName)
    .option('--config <file>', 'settings file', readName)
    .addHelpText('after', '\nExamples:\n  assay serve\n  assay serve --port 8080 --host 0.0.0.0')
    .action((flags: ServeFlags) => finish(async () => (await import('../../../commands/service/serve-command.ts')).runServe(flags, library)))
}
