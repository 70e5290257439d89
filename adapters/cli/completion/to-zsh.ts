import { type CommandWords, flagsOf, quote, toKnownPattern } from './list-command-words.ts'

/**
 * The completion script for zsh. It can be sourced, or stored as `_assay` in a folder of `$fpath`, where zsh runs its text as the function's body.
 */
export function toZsh(commands: readonly CommandWords[]): string {
  return `#compdef assay
# zsh completion for assay: source <(assay completion zsh)
_assay() {
  local at='' word
  local -a names flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in
      ${toKnownPattern(commands)}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${commands.flatMap(toValues).join('\n')}
  esac
  case "$at" in
${commands.map(toCase).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe option flags
  elif (( $#names )); then
    _describe argument names
  else
    _files
  fi
}
if [[ $funcstack[1] == _assay ]]; then
  _assay "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _assay assay
fi
`
}

/** The possible values of options. */
function toValues({ path, options }: CommandWords): string[] {
  return options.flatMap((option) => {
    if (!option.required) return []
    const flags = flagsOf(option).map((flag) => quote(`${path.join(' ')} ${flag}`))
    const values = option.argChoices === undefined ? '_files' : `compadd -- ${option.argChoices.join(' ')}`
    return [`    ${flags.join('|')}) ${values}; return ;;`]
  })
}

function toCase({ path, subcommands, options, choices }: CommandWords): string {
  const names = [...subcommands.map(({ name, description }) => `${name}:${description}`), ...choices].map(quote).join(' ')
  const flags = options.flatMap((option) => flagsOf(option).map((flag) => quote(`${flag}:${option.description}`))).join(' ')
  return `    ${quote(path.join(' '))}) names=(${names}) flags=(${flags}) ;;`
}
