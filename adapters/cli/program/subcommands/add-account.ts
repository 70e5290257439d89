import { type Command, Option } from 'commander'
import type { AccountFlags, LoginFlags } from '../../commands/account-commands.ts'
import type { Finish } from '../options/finish.ts'
import { readName } from '../options/read-value.ts'

/** `assay login`, `logout` and `whoami`. */
export function addAccount(program: Command, finish: Finish): void {
  const server = (): Option =>
    new Option('--server <url>', 'address of the service (default: ASSAY_SERVER, or the one that has a key here)').argParser(readName)
  const load = () => import('../../commands/account-commands.ts')
  program
    .command('login')
    .summary('log in to a service')
    .description(
      'Logs in to a service: shows an address and a code, and waits until you have signed in there and entered the code. Where the service has no accounts, or with --with-key, it reads a key from standard input and tries it. The key is kept in a file that its user alone may read.',
    )
    .addOption(server())
    .option('--with-key', 'read a key from standard input')
    .addHelpText(
      'after',
      '\nExamples:\n  assay login --server https://assay.example.org\n  assay login --server https://assay.example.org --with-key < key.txt',
    )
    .action((flags: LoginFlags) => finish(async () => (await load()).runLogin(flags)))
  program
    .command('logout')
    .summary('log out of a service')
    .description('Forgets the key of a service, and has the service revoke it if a login made it.')
    .addOption(server())
    .addHelpText('after', '\nExample:\n  assay logout --server https://assay.example.org')
    .action((flags: AccountFlags) => finish(async () => (await load()).runLogout(flags)))
  program
    .command('whoami')
    .summary('tell whom a service takes you for')
    .description('Tells the account, plan and end of the key that a scan would send to a service, and which rules it runs for that.')
    .addOption(server())
    .addHelpText('after', '\nExample:\n  assay whoami --server https://assay.example.org')
    .action((flags: AccountFlags) => finish(async () => (await load()).runWhoami(flags)))
}
