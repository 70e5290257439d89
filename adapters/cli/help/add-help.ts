import type { Command } from 'commander'
import { HELP_TOPICS } from './help-topics.ts'
import { readVersion } from './read-version.ts'
import { writeStream } from '../output/write-output.ts'

/** Commander's own `help` reads one word only, and shows the program's help for unknown words. The program's `help` also has topics. */
export function addHelp(program: Command, withTopics = false): void {
  const command = program
    .command('help')
    .summary(withTopics ? 'show help for a command or topic' : 'show help for a command')
    .description(withTopics ? 'Show help for a command or topic.' : 'Show help for a command.')
    .argument('[command...]', withTopics ? 'command (such as rules show) or topic' : 'command, such as rules show')
  if (withTopics) {
    const topics = Object.entries(HELP_TOPICS).map(([name, { summary }]) => `  ${name.padEnd(14)} ${summary}`)
    command.option('--man', 'print the man page: assay help --man | man -l -').addHelpText('after', `\nTopics:\n${topics.join('\n')}`)
  }
  command.action(async (words: string[], { man }: { readonly man?: boolean }) => {
    if (man === true) {
      const { toManualPage } = await import('./manual-page.ts')
      await writeStream(process.stdout, toManualPage(program, readVersion()))
      return
    }
    const topic = withTopics && words.length === 1 ? HELP_TOPICS[words[0]] : undefined
    if (topic === undefined) await showHelp(program, words)
    else await writeStream(process.stdout, `${topic.page}\n`)
  })
}

async function showHelp(program: Command, words: readonly string[]): Promise<void> {
  let command = program
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word)
    if (next === undefined && command.commands.length === 0) command.error(`assay: unknown command '${word}': '${command.name()}' has no subcommands`)
    // Refuses the word and suggests a similar one.
    if (next === undefined) await command.parseAsync([word], { from: 'user' })
    else command = next
  }
  command.help()
}
