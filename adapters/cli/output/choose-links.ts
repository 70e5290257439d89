import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Whether to write links to files: only for terminals that are known to support them, unless `FORCE_HYPERLINK` is set. Other terminals may print the
 * escape sequence.
 */
export function chooseLinks(env: Environment, stream: { readonly isTTY?: boolean }): { readonly linkOf?: (file: string) => string } {
  const forced = env.FORCE_HYPERLINK
  const wanted = forced === undefined || forced === '' ? stream.isTTY === true && showsLinks(env) : forced !== '0' && forced !== 'false'
  return wanted ? { linkOf: (file) => pathToFileURL(resolve(file)).href } : {}
}

const PROGRAMS: ReadonlySet<string | undefined> = new Set(['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'Tabby', 'rio'])

function showsLinks(env: Environment): boolean {
  if (env.CI !== undefined || env.TERM === 'dumb' || env.TMUX !== undefined) return false
  const isVte = Number(env.VTE_VERSION ?? 0) >= 5000
  return isVte || PROGRAMS.has(env.TERM_PROGRAM) || env.WT_SESSION !== undefined || env.KITTY_WINDOW_ID !== undefined || env.TERM === 'alacritty'
}
