import { Command } from 'commander'
import type { LibraryModules } from '../engine/library-modules.ts'
import { HELP_TOPICS } from '../help/help-topics.ts'
import { readVersion } from '../help/read-version.ts'
import { addAccount } from './subcommands/add-account.ts'
import { addAdmin } from './subcommands/service/add-admin.ts'
import { addAst } from './subcommands/add-ast.ts'
import { addBaseline } from './subcommands/add-baseline.ts'
import { addCompletion } from './subcommands/add-completion.ts'
import { addFix } from './subcommands/add-fix.ts'
import { addHelp } from '../help/add-help.ts'
import { addInit } from './subcommands/add-init.ts'
import { addLsp } from './subcommands/service/add-lsp.ts'
import { addMcp } from './subcommands/service/add-mcp.ts'
import { addModels } from './subcommands/add-models.ts'
import { addRules } from './subcommands/add-rules.ts'
import { addScan } from './subcommands/add-scan.ts'
import { addServe } from './subcommands/service/add-serve.ts'
import { addWorker } from './subcommands/service/add-worker.ts'
import type { Finish } from './options/finish.ts'

/** All commands of the command line, with their options and help. */
export function buildProgram(library: LibraryModules, finish: Finish): Command {
  const program = new Command('assay')
    .description('Find security problems in source code and grade the result.')
    .version(`assay ${readVersion()}`, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error:/, 'assay:')) })
    .showHelpAfterError('(run `assay help <command>` for usage)')
    .configureHelp({ helpWidth: process.stdout.columns || 100 })
    .addHelpText(
      'after',
      `\nExamples:\n  assay scan\n  assay scan src --format json --output report.json\n  assay rules show sql-injection\n\nHelp topics (assay help <topic>): ${Object.keys(HELP_TOPICS).join(', ')}`,
    )
  addScan(program, library, finish)
  addInit(program, library, finish)
  addFix(program, library, finish)
  addBaseline(program, library, finish)
  addRules(program, library, finish)
  addModels(program, library, finish)
  addAst(program, library, finish)
  addLsp(program, library, finish)
  addMcp(program, library, finish)
  addServe(program, library, finish)
  addWorker(program, library, finish)
  addAdmin(program, library, finish)
  addAccount(program, finish)
  addCompletion(program, finish)
  addHelp(program, true)
  return program
}
