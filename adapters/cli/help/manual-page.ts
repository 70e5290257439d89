import type { Command } from 'commander'
import { HELP_TOPICS } from './help-topics.ts'

/** The manual page, generated from the commands: roff with the macros of man(7). Ends with a line end. */
export function toManualPage(program: Command, version: string): string {
  const pages = listCommands(program).map(({ words, command }) => renderCommand(words, command))
  const topics = Object.entries(HELP_TOPICS).map(([name, { page }]) => `.SH ${escape(name.toUpperCase())}\n${renderVerbatim(page)}`)
  return [
    `.TH ASSAY 1 "" "${escape(version)}" "Assay"`,
    '.SH NAME',
    `assay \\- ${escape(program.description())}`,
    '.SH SYNOPSIS',
    '.B assay',
    '.I command',
    '[options]',
    '.SH COMMANDS',
    ...pages,
    ...topics,
    '',
  ].join('\n')
}

interface NamedCommand {
  readonly words: string
  readonly command: Command
}

function listCommands(program: Command, words = 'assay'): readonly NamedCommand[] {
  const help = program.createHelp()
  return help.visibleCommands(program).flatMap((command) => {
    const name = `${words} ${command.name()}`
    const inner = listCommands(command, name)
    return inner.length > 0 ? inner : [{ words: name, command }]
  })
}

function renderCommand(words: string, command: Command): string {
  const help = command.createHelp()
  const usage = [words, ...command.registeredArguments.map((argument) => help.argumentTerm(argument))].join(' ')
  const options = help
    .visibleOptions(command)
    .flatMap((option) => ['.RS', `.TP`, `.B ${escape(help.optionTerm(option))}`, escape(help.optionDescription(option)), '.RE'])
  return [`.TP`, `.B ${escape(usage)}`, escape(command.description()), ...options].join('\n')
}

function renderVerbatim(text: string): string {
  return `.nf\n${text
    .split('\n')
    .map((line) => escape(line))
    .join('\n')}\n.fi`
}

/** A line must not begin with a dot or an apostrophe, which begin requests. Hyphens of options must stay ASCII. */
function escape(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('\n', ' ')
    .replace(/^(?=[.'])/, '\\&')
}
