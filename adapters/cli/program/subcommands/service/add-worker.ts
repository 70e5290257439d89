import type { Command } from 'commander'
import type { LibraryModules } from '../../../engine/library-modules.ts'
import type { ServeFlags } from '../../../commands/service/serve-command.ts'
import type { Finish } from '../../options/finish.ts'
import { readName, readPort } from '../../options/read-value.ts'

/** `assay worker`. */
export function addWorker(program: Command, library: LibraryModules, finish: Finish): void {
  program
    .command('worker')
    .summary('run large scans for the HTTP service')
    .description('Run the large scans that services put into the queue, until you stop the worker. It serves /healthz, /readyz and /metrics.')
    .option('-p, --port <number>', 'port (default: PORT, or 3001); 0 chooses a free port', readPort)
    .option('--host <host>', 'address to listen on (default: HOST, or 127.0.0.1)', readName)
    .option('--config <file>', 'settings file of the service', readName)
    .addHelpText(
      'after',
      '\nExamples:\n  ASSAY_QUEUE__REDIS_URL=redis://localhost:6379 assay worker\n  assay worker --config settings.yaml --port 0\n\nSee also: assay help workers',
    )
    .action((flags: ServeFlags) => finish(async () => (await import('../../../commands/service/worker-command.ts')).runWorker(flags, library)))
}
