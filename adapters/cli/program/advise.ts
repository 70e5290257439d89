import { existsSync } from 'node:fs'
import { CommanderError, type Command } from 'commander'
import type { LibraryModules } from '../engine/library-modules.ts'
import { HELP_TOPICS } from '../help/help-topics.ts'
import { showText } from '../output/show-text.ts'

/** A suggestion for unknown words on the command line: a scan without `scan`, or a help topic. Undefined if nothing is similar. */
export async function advise(error: unknown, words: readonly string[], program: Command, library: LibraryModules): Promise<string | undefined> {
  const [first = '', second = ''] = words
  if (!(error instanceof CommanderError) || !['commander.unknownCommand', 'commander.unknownOption'].includes(error.code)) return undefined
  if (first === 'help') {
    const topic = (await library.engine()).nearestWord(second, Object.keys(HELP_TOPICS))
    return topic === undefined ? undefined : `(Did you mean assay help ${topic}?)`
  }
  if (program.commands.some((command) => command.name() === first)) return undefined
  const options = program.commands.find((command) => command.name() === 'scan')?.options ?? []
  const isForScan = options.some(({ short, long }) => first !== '' && [short, long].includes(first.split('=', 1)[0])) || existsSync(first)
  return isForScan ? `(Did you mean assay scan ${showText(first)}${words.length > 1 ? ' …' : ''}?)` : undefined
}
