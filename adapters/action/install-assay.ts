import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findNpm } from './find-program.ts'
import type { ActionInputs } from './read-inputs.ts'
import { runChild } from './run-child.ts'
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
 * searched in the workspace. Throws when there is no program.
 */
export async function installAssay(inputs: ActionInputs, installation: Installation): Promise<readonly [string, ...string[]]> {
  const { folder, ownRoot } = installation
  const [first, ...rest] = inputs.command.split(/\s+/).filter((word) => word !== '')
  if (first !== undefined) return [first, ...rest]
  if (inputs.package !== '') {
    const unpacked = join(folder, 'assay')
    await unpackPackage({ from: inputs.package, integrity: inputs.integrity }, unpacked)
    return runsByNode(unpacked)
  }
  return runsByNode(existsSync(join(ownRoot, MAIN)) ? ownRoot : await buildOwn(inputs, installation))
}

function runsByNode(root: string): readonly [string, ...string[]] {
  const main = join(root, MAIN)
  if (!existsSync(main)) throw new Error(`The package does not contain \`${MAIN}\`. Create the package with \`npm pack\`.`)
  return [process.execPath, main]
}

/** Builds a copy of the repository that contains this action, with the exact packages of its lock file. */
async function buildOwn({ registry }: ActionInputs, { folder, ownRoot, env }: Installation): Promise<string> {
  const npm = findNpm(env)
  if (npm === undefined)
    throw new Error('npm is required to build Assay and is not installed. Set the input `package`, or set up Node before this step.')
  const root = join(folder, 'assay')
  cpSync(ownRoot, root, { recursive: true, filter: (path) => !['.git', 'node_modules'].includes(basename(path)) })
  const settings = join(folder, 'npm')
  mkdirSync(settings)
  const [user, global] = [join(settings, 'user'), join(settings, 'global')]
  for (const file of [user, global]) writeFileSync(file, '')
  const options = [
    `--registry=${registry}`,
    `--userconfig=${user}`,
    `--globalconfig=${global}`,
    `--cache=${join(settings, 'cache')}`,
    '--ignore-scripts',
    // By default npm retries for more than two minutes.
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=5000',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
  ]
  await runStep([process.execPath, npm, 'ci', ...options], { root, env })
  await runStep([process.execPath, join(root, 'tools', 'build.mjs')], { root, env })
  return root
}

async function runStep(
  words: readonly [string, ...string[]],
  { root, env }: { readonly root: string; readonly env: Installation['env'] },
): Promise<void> {
  const code = await runChild({ words, cwd: root, env })
  if (code !== 0)
    throw new Error(
      `Assay cannot be built (exit code ${code ?? 'none'}): \`${words
        .slice(1, 3)
        .map((word) => basename(word))
        .join(' ')}\` failed.`,
    )
}
