import { type Command, Option } from 'commander'
import type { ModelsFlags } from '../../commands/models-command.ts'
import type { LibraryModules } from '../../engine/library-modules.ts'
import { addHelp } from '../../help/add-help.ts'
import type { Finish } from '../options/finish.ts'
import { collect } from '../options/read-value.ts'
import { addColor, addTableFormat } from '../options/shared-options.ts'

/** `assay models` and its commands. */
export function addModels(program: Command, modules: LibraryModules, finish: Finish): void {
  const models = program
    .command('models')
    .summary('list, show and check library models')
    .description('List, show and check library models: what Assay knows about functions of libraries.')
    .helpCommand(false)
  const list = models
    .command('list')
    .description('List the libraries that Assay knows.')
    .addOption(new Option('--language <language>', 'list only models for this language').choices(['javascript', 'typescript', 'python']))
  addColor(addRules(addTableFormat(list)))
    .addHelpText('after', '\nExamples:\n  assay models list --language python\n  assay models list --rules my-rules --format json')
    .action((flags: ModelsFlags) => finish(async () => (await import('../../commands/models-command.ts')).listModels(flags, modules)))
  const show = models.command('show').description('Show the rows about one library.').argument('<library>', 'name of the library')
  addColor(addRules(addTableFormat(show)))
    .addHelpText('after', '\nExamples:\n  assay models show lodash\n  assay models show acme --rules my-rules')
    .action((library: string, flags: ModelsFlags) =>
      finish(async () => (await import('../../commands/models-command.ts')).showModel(library, flags, modules)),
    )
  const check = models
    .command('check')
    .description('Check files with library models, scan the example programs in their `tests`, and report every error with its location.')
    .argument('<path...>', 'model files, or rule folders with `models/`')
  addTableFormat(check)
    .addHelpText('after', '\nExamples:\n  assay models check my-rules\n  assay models check my-rules/models/acme.yaml')
    .action((paths: string[], flags: ModelsFlags) =>
      finish(async () => (await import('../../commands/models-command.ts')).checkModels(paths, flags, modules)),
    )
  addHelp(models)
}

function addRules(command: Command): Command {
  return command.option('--rules <path>', 'rule folder with additional models (repeatable)', collect)
}
