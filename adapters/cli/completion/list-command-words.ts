import type { Command, Option } from 'commander'
import { HELP_TOPICS } from '../help/help-topics.ts'

/** One command and the words that select it (empty for the program itself). */
export interface CommandWords {
  readonly path: readonly string[]
  readonly subcommands: readonly { readonly name: string; readonly description: string }[]
  readonly options: readonly Option[]
  /** Values of its first argument. */
  readonly choices: readonly string[]
}

/** The program and all its commands. A parent comes before its subcommands. */
export function listCommandWords(program: Command): readonly CommandWords[] {
  const listed = listFrom(program, [])
  const topics = [...(listed[0]?.subcommands ?? []).map(({ name }) => name), ...Object.keys(HELP_TOPICS)]
  return listed.map((each) => (each.path.join(' ') === 'help' ? { ...each, choices: topics } : each))
}

function listFrom(command: Command, path: readonly string[]): CommandWords[] {
  const help = command.createHelp()
  const subcommands = help.visibleCommands(command).map((each) => ({ name: each.name(), description: each.summary() || each.description() }))
  const own = { path, subcommands, options: help.visibleOptions(command), choices: command.registeredArguments[0]?.argChoices ?? [] }
  return [own, ...command.commands.flatMap((each) => listFrom(each, [...path, each.name()]))]
}

export function flagsOf(option: Option): string[] {
  return [option.short, option.long].filter((flag) => flag !== undefined)
}

/** Quotes a string with single quotes, for all supported shells. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** The words that select a subcommand of the current command, as a `case` pattern. */
export function toKnownPattern(commands: readonly CommandWords[]): string {
  return commands.flatMap(({ path }) => (path.length === 0 ? [] : [quote(path.join(' '))])).join('|')
}
