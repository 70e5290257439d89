import { delimiter, isAbsolute, relative } from 'node:path'
import type { Environment } from './read-inputs.ts'

/**
 * The variables that a child process gets. All others are removed: variables of Node and npm (`NODE_OPTIONS`, `npm_config_*`), of git, of the loader
 * and of shells could make the child load code of the checkout. Inputs, tokens and command files of the runner must stay secret.
 */
const PASSED = new Set([
  'HOME',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SYSTEMROOT',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'PROGRAMDATA',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'CI',
  'NO_COLOR',
  'FORCE_COLOR',
  'TERM',
])

/** The environment of a child process. `PATH` has only absolute folders outside the workspace. */
export function cleanEnvironment(env: Environment, workspaces: readonly string[]): Readonly<Record<string, string>> {
  const passed = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && PASSED.has(name.toUpperCase()) ? [[name, value] as const] : [],
  )
  return {
    ...Object.fromEntries(passed),
    PATH: listProgramFolders(env, workspaces).join(delimiter),
    // Windows searches the working folder for programs first.
    NoDefaultCurrentDirectoryInExePath: '1',
  }
}

/** The folders of `PATH` that a checkout cannot write to. */
function listProgramFolders(env: Environment, workspaces: readonly string[]): readonly string[] {
  const [, path = ''] = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH') ?? []
  return path.split(delimiter).filter((folder) => isAbsolute(folder) && !workspaces.some((workspace) => isWithin(folder, workspace)))
}

/** Whether a path is the folder or inside it. Both are absolute. */
export function isWithin(path: string, folder: string): boolean {
  const rest = relative(folder, path)
  return rest !== '..' && !/^\.\.[\\/]/.test(rest) && !isAbsolute(rest)
}
