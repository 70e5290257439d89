import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { delimiter } from 'node:path'

/** The absolute path of a program in the folders of a clean `PATH`, or undefined. */
export function findProgram(name: string, { PATH: path = '' }: Readonly<Record<string, string>>): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, file))
    .find((each) => existsSync(each))
}

/** The script of npm that the current Node runs: the npm that came with this Node, or the first npm in a clean `PATH`, or undefined. */
export function findNpm(env: Readonly<Record<string, string>>): string | undefined {
  const own = dirname(process.execPath)
  const inPath = (env.PATH ?? '').split(delimiter).flatMap((folder) => {
    const script = join(folder, 'npm')
    return folder !== '' && existsSync(script) ? [realpathSync(script), join(folder, SCRIPT)] : []
  })
  const candidates = [join(own, '..', 'lib', SCRIPT), join(own, SCRIPT), ...inPath]
  return candidates.find((each) => each.endsWith('npm-cli.js') && existsSync(each))
}

const SCRIPT = join('node_modules', 'npm', 'bin', 'npm-cli.js')
