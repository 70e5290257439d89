import { type Command, Option } from 'commander'
import type { McpFlags } from '../../../commands/mcp-command.ts'
import type { LibraryModules } from '../../../engine/library-modules.ts'
import type { Finish } from '../../options/finish.ts'
import { collect, readName } from '../../options/read-value.ts'

/** `assay mcp`. */
export function addMcp(program: Command, library: LibraryModules, finish: Finish): void {
  addServerRules(
    program
      .command('mcp')
      .summary('run the MCP server for coding agents')
      .description(
        'Serve the Model Context Protocol on standard input and output, with tools that scan files and changes, explain findings and list rules. The server reads only files in its folder, and writes none.',
      )
      .argument('[folder]', 'folder that the server may read', '.'),
  )
    .addHelpText('after', '\nExamples:\n  assay mcp\n  assay mcp ~/projects/shop --pack public\n  claude mcp add assay -- assay mcp')
    .action((folder: string, flags: McpFlags) =>
      finish(async () => (await import('../../../commands/mcp-command.ts')).runMcp(folder, flags, library)),
    )
}

/** Options that select the rules of a server for editors and agents. */
function addServerRules(command: Command): Command {
  return command
    .option('--pack <name>', 'rule pack to run instead of those of the settings (repeatable)', collect)
    .option('--no-pack', 'run only own rules')
    .option('--rules <path>', 'folder or file with additional rules (repeatable)', collect)
    .addOption(new Option('--config <file>', 'settings file (default: the nearest assay.config.yaml)').argParser(readName))
    .option('--no-config', 'ignore the settings files of projects')
}
