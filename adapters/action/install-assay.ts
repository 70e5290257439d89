import { cpSync, existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { clientOf, hasPackage, writeLockOf } from './install-client.ts'
import { installLocked, runStep } from './npm-ci.ts'
import type { ActionInputs } from './read-inputs.ts'
import { unpackPackage } from './unpack-package.ts'

/** The folders that an installation uses. */
export interface Installation {
  /** An empty folder outside the workspace. */
  readonly folder: string
  /** The repository that contains this action. */
  readonly ownRoot: string
  readonly env: Readonly<Record<string, string>>
}

const MAIN = join('dist', 'adapters', 'cli', 'main.js')

/**
 * The program that scans and its first arguments: the command of the inputs, the package of the inputs, or the Assay of this action. It is never
 * searched in the workspace. If a triage is configured, the client of its API is installed, except for a command. Throws when there is no program.
 */
export async function installAssay(inputs: ActionInputs, installation: Installation): Promise<readonly [string, ...string[]]> {
  const [first, ...rest] = inputs.command.split(/\s+/).filter((word) => word !== '')
  if (first !== undefined) return [first, ...rest]
  const root = await prepareRoot(inputs, installation)
  const client = clientOf(inputs)
  return runsByNode(client === undefined || hasPackage(root, client) ? root : await addClient(client, root, { inputs, installation }))
}

async function prepareRoot(inputs: ActionInputs, installation: Installation): Promise<string> {
  const { folder, ownRoot } = installation
  if (inputs.package === '') return existsSync(join(ownRoot, MAIN)) ? ownRoot : await buildOwn(inputs, installation)
  const unpacked = join(folder, 'assay')
  await unpackPackage({ from: inputs.package, integrity: inputs.integrity }, unpacked)
  return unpacked
}

function runsByNode(root: string): readonly [string, ...string[]] {
  const main = join(root, MAIN)
  if (!existsSync(main)) throw new Error(`The package does not contain \`${MAIN}\`. Create the package with \`npm pack\`.`)
  return [process.execPath, main]
}

interface Addition {
  readonly inputs: ActionInputs
  readonly installation: Installation
}

/** Installs a package above the program, which finds it there, in the version of the lock file of this action. Returns the folder of the program. */
async function addClient(name: string, program: string, { inputs: { registry }, installation }: Addition): Promise<string> {
  const { folder, ownRoot, env } = installation
  const root = join(folder, 'assay')
  if (program !== root) copyProgram(program, root)
  writeLockOf(name, join(ownRoot, 'package-lock.json'), folder)
  await installLocked({ root: folder, own: folder, registry, env })
  return root
}

/** Builds a copy of the repository that contains this action, with the exact packages of its lock file. */
async function buildOwn({ registry }: ActionInputs, { folder, ownRoot, env }: Installation): Promise<string> {
  const root = join(folder, 'assay')
  copyProgram(ownRoot, root)
  await installLocked({ root, own: folder, registry, env })
  await runStep([process.execPath, join(root, 'tools', 'build.mjs')], { root, env })
  return root
}

function copyProgram(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !['.git', 'node_modules'].includes(basename(path)) })
}
