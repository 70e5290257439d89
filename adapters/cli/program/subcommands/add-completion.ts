import { Argument, type Command } from 'commander'
import type { Shell } from '../../completion/completion-command.ts'
import type { Finish } from '../options/finish.ts'

/** `assay completion`. */
export function addCompletion(program: Command, finish: Finish): void {
  program
    .command('completion')
    .summary('print a completion script')
    .description('Print a shell script that completes commands and options.')
    .addArgument(new Argument('<shell>', 'name of the shell').choices(['bash', 'zsh', 'fish'] satisfies Shell[]))
    .addHelpText('after', '\nExamples:\n  source <(assay completion bash)\n  assay completion fish > ~/.config/fish/completions/assay.fish')
    .action((shell: Shell) => finish(async () => (await import('../../completion/completion-command.ts')).printCompletion(shell, program)))
}
