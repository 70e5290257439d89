import type { Command } from 'commander'
import type { CreateAccountFlags, PasswordFlags } from '../../commands/service/accounts-command.ts'
import type { KeysFlags } from '../../commands/service/admin-command.ts'
import type { Doors } from '../../engine/doors.ts'
import { addHelp } from '../../help/add-help.ts'
import type { Finish } from '../options/finish.ts'
import { readName } from '../options/read-value.ts'
import { addServiceConfig, addTableFormat } from '../options/shared-options.ts'

/** `assay admin accounts` and its commands. */
export function addAccounts(admin: Command, doors: Doors, finish: Finish): void {
  const accounts = admin
    .command('accounts')
    .summary('make, list and disable accounts')
    .description('Makes, lists and disables the accounts of people, who sign in on the page of the service and log their command lines in.')
    .helpCommand(false)
  const of = (name: string, description: string): Command => addTableFormat(addServiceConfig(accounts.command(name).description(description)))
  const ofOne = (name: string, description: string): Command => of(name, description).argument('<email>', 'its address')
  const withPassword = (command: Command): Command =>
    command.option('--password-stdin', 'read the password from standard input (default: a random one is made and printed)')
  const load = () => import('../../commands/service/accounts-command.ts')
  withPassword(ofOne('create', 'Makes an account and prints its password, which nobody can tell again.'))
    .option('--plan <name>', 'a plan of the settings (default: accounts.plan of the settings, or free)', readName)
    .option('--owner <name>', 'by whom its quotas are counted (default: itself)', readName)
    .addHelpText(
      'after',
      '\nExamples:\n  assay admin accounts create ada@example.org --plan paid\n  assay admin accounts create ada@example.org --password-stdin < password.txt',
    )
    .action((email: string, flags: CreateAccountFlags) => finish(async () => (await load()).createAccount(email, flags, doors)))
  of('list', 'Lists accounts, the oldest first.').action((flags: KeysFlags) => finish(async () => (await load()).listAccounts(flags, doors)))
  ofOne('disable', 'Ends its sessions, revokes its keys, and lets it sign in no more.').action((email: string, flags: KeysFlags) =>
    finish(async () => (await load()).disableAccount(email, flags, doors)),
  )
  ofOne('enable', 'Lets it sign in again.').action((email: string, flags: KeysFlags) =>
    finish(async () => (await load()).enableAccount(email, flags, doors)),
  )
  ofOne('unlink', 'Removes its identity at the OpenID Connect provider. The next sign-in with its address links it again.').action(
    (email: string, flags: KeysFlags) => finish(async () => (await load()).unlinkAccount(email, flags, doors)),
  )
  ofOne('plan', 'Gives it another plan, which holds for the keys that it has too.')
    .argument('<plan>', 'a plan of the settings')
    .action((email: string, plan: string, flags: KeysFlags) => finish(async () => (await load()).setPlan(email, plan, flags, doors)))
  withPassword(ofOne('password', 'Gives it a new password, and ends its sessions in browsers.')).action((email: string, flags: PasswordFlags) =>
    finish(async () => (await load()).setPassword(email, flags, doors)),
  )
  addHelp(accounts)
}
