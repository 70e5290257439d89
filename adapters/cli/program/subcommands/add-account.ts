import { type Command, Option } from 'commander'
import type { AccountFlags, LoginFlags } from '../../commands/account-commands.ts'
import type { Finish } from '../options/finish.ts'
import { readName } from '../options/read-value.ts'

/** `assay login`, `logout` and `whoami`. */
export function addAccount(program: Command, finish: Finish): void {
  const server = (): Option =>
    new Option('--server <url>', 'URL of the service (default: ASSAY_SERVER, or the only service with a stored key)').argParser(readName)
  const load = () => import('../../commands/account-commands.ts')
  program
    .command('login')
    .summary('log in to a service')
    .description(
      'Log in to a service. The command shows a URL and a code, and waits until you sign in there and enter the code. With --with-key, or if the service has no accounts, it reads an API key from standard input and checks it. The key is stored in a file that only you can read.',
    )
    .addOption(server())
    .option('--with-key', 'read an API key from standard input')
    .addHelpText(
      'after',
      '\nExamples:\n  assay login --server https://assay.example.org\n  assay login --server https://assay.example.org --with-key < key.txt',
    )
    .action((flags: LoginFlags) => finish(async () => (await load()).runLogin(flags)))
  program
    .command('logout')
    .summary('log out of a service')
    .description('Delete the stored key of a service. A key that was created by a login is also revoked.')
    .addOption(server())
    .addHelpText('after', '\nExample:\n  assay logout --server https://assay.example.org')
    .action((flags: AccountFlags) => finish(async () => (await load()).runLogout(flags)))
  program
    .command('whoami')
    .summary('show your account at a service')
    .description('Show the account, plan, expiry date and rule pack of the key that a scan would send to a service.')
    .addOption(server())
    .addHelpText('after', '\nExample:\n  assay whoami --server https://assay.example.org')
    .action((flags: AccountFlags) => finish(async () => (await load()).runWhoami(flags)))
}
