import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const LOOK_MS = 1_000
/** A script may run other scripts. */
const MAX_ANCESTORS = 20

/**
 * Calls back once when the package manager that runs this process as a script has ended, or a shell between them. npm sends a signal only to its
 * shell, and the shell ends without passing the signal on or waiting, so this process would run on forever. Returns a function that ends the watch.
 * Otherwise it watches nothing: a service started by `nohup` or a supervisor may outlive its parent.
 */
export function onParentEnd(env: Readonly<Record<string, string | undefined>>, callback: () => void): () => void {
  const ancestors = isScript(env) ? findManagers() : []
  if (ancestors.length === 0) return () => {}
  const timer = setInterval(() => {
    if (isIntact(ancestors)) return
    clearInterval(timer)
    callback()
  }, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** npm, pnpm and Yarn set a variable to the script's text, and npx to the command. A script that ends in `&` runs its command in the background. */
function isScript(env: Readonly<Record<string, string | undefined>>): boolean {
  const script = env['npm_lifecycle_script']
  return script !== undefined && !/&\s{0,20}$/.test(script)
}

/** The package managers and their shells above this process, nearest first. */
function findManagers(): readonly number[] {
  const managers: number[] = []
  let pid = process.ppid
  while (managers.length < MAX_ANCESTORS) {
    const here = readProcess(pid)
    if (here === undefined || here.parent <= 0) break
    if (!isManager(here) && !isManager(readProcess(here.parent))) break
    managers.push(pid)
    pid = here.parent
  }
  return managers
}

function isIntact(ancestors: readonly number[]): boolean {
  return ancestors.every((pid, index) => (index === 0 ? process.ppid : readProcess(ancestors[index - 1])?.parent) === pid)
}

interface RunningProcess {
  readonly parent: number
  readonly command: string
}

function isManager(given: RunningProcess | undefined): boolean {
  return given !== undefined && /(?:^|[/ ])(?:npm|npx|pnpm|yarn)(?:-cli)?(?:\.c?js)?(?: |$)/.test(given.command.slice(0, MAX_COMMAND))
}

const MAX_COMMAND = 1_000

function readProcess(pid: number): RunningProcess | undefined {
  return process.platform === 'linux' ? readFromProc(pid) : readFromPs(pid)
}

function readFromProc(pid: number): RunningProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The process name may contain spaces and brackets.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ') }
  } catch {
    return undefined
  }
}

function readFromPs(pid: number): RunningProcess | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' })
  const line = (stdout ?? '').trim()
  const space = line.indexOf(' ')
  return space < 0 ? undefined : { parent: Number(line.slice(0, space)), command: line.slice(space + 1) }
}
