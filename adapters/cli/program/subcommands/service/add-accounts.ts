import type { Command } from 'commander'
import type { CreateAccountFlags, PasswordFlags } from '../../../commands/service/accounts-command.ts'
import type { KeysFlags } from '../../../commands/service/admin-command.ts'
import type { LibraryModules } from '../../../engine/library-modules.ts'
import { addHelp } from '../../../help/add-help.ts'
import type { Finish } from '../../options/finish.ts'
import { readName } from '../../options/read-value.ts'
import { addServiceConfig, addTableFormat } from '../../options/shared-options.ts'

/** `assay admin accounts` and its commands. */
export function addAccounts(admin: Command, library: LibraryModules, finish: Finish): void {
  const accounts = admin
    .command('accounts')
    .summary('create, list and disable accounts')
    .description('Create, list and disable user accounts. Users sign in on the web page of the service and with assay login.')
    .helpCommand(false)
  const of = (name: string, description: string): Command => addTableFormat(addServiceConfig(accounts.command(name).description(description)))
  const ofOne = (name: string, description: string): Command => of(name, description).argument('<email>', 'email address of the account')
  const withPassword = (command: Command): Command =>
    command.option('--password-stdin', 'read the password from standard input (default: generate and print a random password)')
  const load = () => import('../../../commands/service/accounts-command.ts')
  withPassword(ofOne('create', 'Create an account and print its password. The password is shown only once.'))
    .option('--plan <name>', 'plan of the account (default: accounts.plan in the settings, or free)', readName)
    .option('--owner <name>', 'owner whose quota the account uses (default: the account itself)', readName)
    .addHelpText(
      'after',
      '\nExamples:\n  assay admin accounts create ada@example.org --plan paid\n  assay admin accounts create ada@example.org --password-stdin < password.txt',
    )
    .action((email: string, flags: CreateAccountFlags) => finish(async () => (await load()).createAccount(email, flags, library)))
  of('list', 'List accounts, oldest first.').action((flags: KeysFlags) => finish(async () => (await load()).listAccounts(flags, library)))
  ofOne('disable', 'Disable an account: end its sessions, revoke its keys, and refuse further sign-ins.').action((email: string, flags: KeysFlags) =>
    finish(async () => (await load()).disableAccount(email, flags, library)),
  )
  ofOne('enable', 'Enable a disabled account.').action((email: string, flags: KeysFlags) =>
    finish(async () => (await load()).enableAccount(email, flags, library)),
  )
  ofOne(
    'unlink',
    'Remove the link to the OpenID Connect identity of an account. The next sign-in with the same email address links it again.',
  ).action((email: string, flags: KeysFlags) => finish(async () => (await load()).unlinkAccount(email, flags, library)))
  ofOne('plan', 'Change the plan of an account and of its existing keys.')
    .argument('<plan>', 'name of a plan in the settings')
    .action((email: string, plan: string, flags: KeysFlags) => finish(async () => (await load()).setPlan(email, plan, flags, library)))
  withPassword(ofOne('password', 'Set a new password and end the browser sessions of an account.')).action((email: string, flags: PasswordFlags) =>
    finish(async () => (await load()).setPassword(email, flags, library)),
  )
  addHelp(accounts)
}
