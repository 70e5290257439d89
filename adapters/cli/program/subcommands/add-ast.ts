import { type Command, Option } from 'commander'
import type { AstFlags } from '../../commands/ast-command.ts'
import type { LibraryModules } from '../../engine/library-modules.ts'
import type { Finish } from '../options/finish.ts'
import { readName } from '../options/read-value.ts'
import { addColor, addTableFormat } from '../options/shared-options.ts'

/** `assay ast`. */
export function addAst(program: Command, library: LibraryModules, finish: Finish): void {
  const ast = program
    .command('ast')
    .summary('print the syntax tree of a file')
    .description(
      'Print the syntax tree of a file as rules see it: node types, fields, resolved names, types and constants. `-` reads standard input.',
    )
    .argument('<file>', 'a file, or `-`')
    .addOption(new Option('-q, --query <query>', 'mark the nodes that this tree-sitter query matches').argParser(readName).conflicts('pattern'))
    .option('-e, --pattern <code>', 'mark the nodes that this code pattern matches', readName)
    .option('--lang <language>', 'language of the file, instead of the one that its name implies', readName)
    .option('--lines <range>', 'print only nodes that touch these lines: `12` or `10-20`', readName)
    .option('--tokens', 'print tokens such as `(` and `if` as well')
  addColor(addTableFormat(ast))
    .addHelpText(
      'after',
      `
Exit codes: 0 tree printed, 1 nothing matched --query or --pattern, 2 wrong usage

Examples:
  assay ast app.js
  assay ast app.js --lines 10-20 --tokens
  assay ast app.py --query '(call function: (identifier) @f)'
  assay ast app.ts --pattern 'exec($CMD)'
  echo 'eval(x)' | assay ast - --lang js --format json`,
    )
    .action((file: string, flags: AstFlags) => finish(async () => (await import('../../commands/ast-command.ts')).printAst(file, flags, library)))
}
