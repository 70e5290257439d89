import { type Command, InvalidArgumentError, Option } from 'commander'
import type { AdminFlags, CreateFlags, KeysFlags } from '../../../commands/service/admin-command.ts'
import type { LibraryModules } from '../../../engine/library-modules.ts'
import { addAccounts } from './add-accounts.ts'
import { addHelp } from '../../../help/add-help.ts'
import type { Finish } from '../../options/finish.ts'
import { readName } from '../../options/read-value.ts'
import { addServiceConfig, addTableFormat } from '../../options/shared-options.ts'

/** `assay admin` and its commands. */
export function addAdmin(program: Command, library: LibraryModules, finish: Finish): void {
  const admin = program
    .command('admin')
    .summary('manage the HTTP service')
    .description('Manage keys, accounts and the database of the HTTP service.')
    .helpCommand(false)
  const keys = admin.command('keys').summary('create, list and revoke API keys').description('Create, list and revoke API keys.').helpCommand(false)
  addKeysOptions(keys.command('create').description('Create an API key and print its token. The token is shown only once.'))
    .requiredOption('--owner <name>', 'owner of the key; quotas are counted per owner', readName)
    .requiredOption('--plan <name>', 'plan of the key: free, paid, or a plan in the settings', readName)
    .addOption(
      new Option('--scope <scope>', 'permission of the key: scan, rules or admin (repeatable; default: scan, rules)').argParser(collectScope),
    )
    .option('--expires-in <days>', 'days until the key expires (default: never)', readDays)
    .addHelpText(
      'after',
      '\nExamples:\n  assay admin keys create --owner acme --plan paid\n  assay admin keys create --owner operator --plan free --scope admin --expires-in 90',
    )
    .action((flags: CreateFlags) => finish(async () => (await import('../../../commands/service/admin-command.ts')).createKey(flags, library)))
  addKeysOptions(keys.command('list').description('List API keys, oldest first.')).action((flags: KeysFlags) =>
    finish(async () => (await import('../../../commands/service/admin-command.ts')).listKeys(flags, library)),
  )
  addKeysOptions(
    keys.command('revoke').description('Revoke an API key.').argument('<id>', 'id of the key: the part of the token after assay_'),
  ).action((id: string, flags: KeysFlags) =>
    finish(async () => (await import('../../../commands/service/admin-command.ts')).revokeKey(id, flags, library)),
  )
  addHelp(keys)
  addAccounts(admin, library, finish)
  addServiceConfig(admin.command('migrate').description('Apply pending migrations to the database.')).action((flags: AdminFlags) =>
    finish(async () => (await import('../../../commands/service/admin-command.ts')).migrate(flags, library)),
  )
  addHelp(admin)
}

function addKeysOptions(command: Command): Command {
  return addTableFormat(addServiceConfig(command))
}

/** The values of `SCOPES`. Importing them would load the service. */
const SCOPE_NAMES = ['scan', 'rules', 'admin'] as const

function collectScope(value: string, earlier: NonNullable<CreateFlags['scope']> = []): NonNullable<CreateFlags['scope']> {
  const scope = SCOPE_NAMES.find((name) => name === value)
  if (scope === undefined) throw new InvalidArgumentError(`Allowed values: ${SCOPE_NAMES.join(', ')}.`)
  return [...earlier, scope]
}

const MAX_DAYS = 36_500

function readDays(text: string): number {
  const days = Number(text)
  if (!/^\d+$/.test(text) || days < 1 || days > MAX_DAYS) throw new InvalidArgumentError(`Expected a whole number from 1 to ${MAX_DAYS}.`)
  return days
}
