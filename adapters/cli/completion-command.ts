import type { Command, Option } from 'commander'
import { EXIT_CODES } from './exit-codes.ts'
import { writeStream } from './write-output.ts'

/** Shells that `assay completion` knows. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const
/** A shell that there is a script for. */
export type Shell = (typeof SHELLS)[number]

/** `assay completion <shell>`: a script made from the commands as they are, so that it cannot fall behind them. */
export async function printCompletion(shell: Shell, program: Command): Promise<number> {
  const commands = listCommands(program)
  const script = { bash: toBash, zsh: toZsh, fish: toFish }[shell](commands)
  await writeStream(process.stdout, script)
  return EXIT_CODES.passed
}

/** One command, with the words that lead to it: none for the program itself. */
interface CommandWords {
  readonly path: readonly string[]
  readonly subcommands: readonly { readonly name: string; readonly description: string }[]
  readonly options: readonly Option[]
  /** Of its first argument. */
  readonly choices: readonly string[]
}

function listCommands(command: Command, path: readonly string[] = []): CommandWords[] {
  const help = command.createHelp()
  const subcommands = help.visibleCommands(command).map((each) => ({ name: each.name(), description: each.description() }))
  const own = { path, subcommands, options: help.visibleOptions(command), choices: command.registeredArguments[0]?.argChoices ?? [] }
  return [own, ...command.commands.flatMap((each) => listCommands(each, [...path, each.name()]))]
}

function flagsOf(option: Option): string[] {
  return [option.short, option.long].filter((flag) => flag !== undefined)
}

/** Names and choices are plain words; descriptions go into single quotes. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function toBash(commands: readonly CommandWords[]): string {
  const cases = commands.map(({ path, subcommands, options, choices }) => {
    const words = [...subcommands.map(({ name }) => name), ...choices, ...options.flatMap(flagsOf)].join(' ')
    return `    ${quote(path.join(' '))}) words=${quote(words)} ;;`
  })
  const values = choicesByFlag(commands).map(
    ([flag, choices]) => `    ${flag}) COMPREPLY=($(compgen -W ${quote(choices.join(' '))} -- "$current")); return ;;`,
  )
  const known = commands.map(({ path }) => quote(path.join(' '))).filter((path) => path !== "''")
  return `# bash completion for assay: source <(assay completion bash)
_assay() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path='' words='' word
  case "$previous" in
${values.join('\n')}
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${known.join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _assay assay
`
}

function toZsh(commands: readonly CommandWords[]): string {
  const body = toBash(commands).replace(/^# .*\n/, '')
  return `#compdef assay
# zsh completion for assay: source <(assay completion zsh)
autoload -U +X bashcompinit && bashcompinit
${body}`
}

function toFish(commands: readonly CommandWords[]): string {
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

/** One flag means one thing in every command that has it. */
function choicesByFlag(commands: readonly CommandWords[]): [string, readonly string[]][] {
  const found = new Map<string, readonly string[]>()
  for (const option of commands.flatMap(({ options }) => options)) {
    for (const flag of option.argChoices ? flagsOf(option) : []) found.set(flag, option.argChoices ?? [])
  }
  return [...found]
}
