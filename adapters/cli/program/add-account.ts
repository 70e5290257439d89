import { type Command, Option } from 'commander'
import type { AccountFlags } from '../remote/account-commands.ts'
import type { Finish } from './finish.ts'
import { readName } from './read-value.ts'

/** `assay login`, `logout` and `whoami`. */
export function addAccount(program: Command, finish: Finish): void {
  const server = (): Option => new Option('--server <url>', 'address of the service').argParser(readName).makeOptionMandatory()
  program
    .command('login')
    .summary('keep the key of a service')
    .description('Reads a key of a service from standard input, tries it, and keeps it in a file that its user alone may read.')
    .addOption(server())
    .addHelpText('after', '\nExamples:\n  assay login --server https://assay.example.org\n  assay login --server https://assay.example.org < key.txt')
    .action((flags: AccountFlags) => finish(async () => (await import('../remote/account-commands.ts')).runLogin(flags)))
  program
    .command('logout')
    .summary('forget the key of a service')
    .description('Forgets the key of a service. The key itself still holds.')
    .addOption(server())
    .addHelpText('after', '\nExample:\n  assay logout --server https://assay.example.org')
    .action((flags: AccountFlags) => finish(async () => (await import('../remote/account-commands.ts')).runLogout(flags)))
  program
    .command('whoami')
    .summary('tell what a service lets its key do')
    .description('Tells which key a scan would send to a service, and which rules it runs for that.')
    .addOption(server())
    .addHelpText('after', '\nExample:\n  assay whoami --server https://assay.example.org')
    .action((flags: AccountFlags) => finish(async () => (await import('../remote/account-commands.ts')).runWhoami(flags)))
}
