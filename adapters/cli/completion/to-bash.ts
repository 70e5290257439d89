import { type CommandWords, flagsOf, quote, toKnownPattern } from './list-command-words.ts'

/** The completion script for bash. */
export function toBash(commands: readonly CommandWords[]): string {
  const cases = commands.map(({ path, subcommands, options, choices }) => {
    const words = [...subcommands.map(({ name }) => name), ...choices, ...options.flatMap(flagsOf)].join(' ')
    return `    ${quote(path.join(' '))}) words=${quote(words)} ;;`
  })
  const values = commands.flatMap(({ path, options }) =>
    options.flatMap((option) => {
      if (option.argChoices === undefined) return []
      const flags = flagsOf(option).map((flag) => quote(`${path.join(' ')} ${flag}`))
      return [`    ${flags.join('|')}) COMPREPLY=($(compgen -W ${quote(option.argChoices.join(' '))} -- "$current")); return ;;`]
    }),
  )
  return `# bash completion for assay: source <(assay completion bash)
_assay() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${toKnownPattern(commands)}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path $previous" in
${values.join('\n')}
  esac
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _assay assay
`
}
