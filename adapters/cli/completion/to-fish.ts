import type { Option } from 'commander'
import { type CommandWords, quote } from './list-command-words.ts'

/** The completion script for fish. */
export function toFish(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ path, subcommands, options, choices }) => {
    const others = subcommands.map(({ name }) => name).join(' ')
    const within = path.map((word) => `__fish_seen_subcommand_from ${word}`)
    const condition = [...within, ...(others === '' ? [] : [`not __fish_seen_subcommand_from ${others}`])].join('; and ')
    const start = `complete -c assay${condition === '' ? '' : ` -n ${quote(condition)}`}`
    return [
      ...subcommands.map(({ name, description }) => `${start} -f -a ${name} -d ${quote(description)}`),
      ...choices.map((choice) => `${start} -f -a ${quote(choice)}`),
      ...options.map((option) => `${start}${fishFlags(option)} -d ${quote(option.description)}`),
    ]
  })
  return `# fish completion for assay: assay completion fish | source\n${lines.join('\n')}\n`
}

function fishFlags(option: Option): string {
  const names = `${option.short ? ` -s ${option.short.slice(1)}` : ''}${option.long ? ` -l ${option.long.slice(2)}` : ''}`
  if (option.argChoices) return `${names} -x -a ${quote(option.argChoices.join(' '))}`
  return option.required ? `${names} -r` : names
}
