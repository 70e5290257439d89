import type { Command } from 'commander'
import type { Doors } from '../doors.ts'
import type { ServeFlags } from '../serve-command.ts'
import type { Finish } from './finish.ts'
import { readName, readPort } from './read-value.ts'

/** `assay serve`. */
export function addServe(program: Command, doors: Doors, finish: Finish): void {
  program
    .command('serve')
    .summary('run the HTTP service')
    .description('Runs the HTTP service until it is stopped, and prints one line when it listens.')
    .option('-p, --port <number>', 'port (default: PORT, or 3000); 0 takes any free one', readPort)
    .option('--host <host>', 'address to listen on (default: HOST, or 127.0.0.1)', readName)
    .option('--config <file>', 'settings file', readName)
    .addHelpText('after', '\nExamples:\n  assay serve\n  assay serve --port 8080 --host 0.0.0.0')
    .action((flags: ServeFlags) => finish(async () => (await import('../serve-command.ts')).runServe(flags, doors)))
}
