import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findNpm } from './find-program.ts'
import { runChild } from './run-child.ts'

/** A folder with `package.json` and `package-lock.json`, and where npm keeps its own files. */
export interface LockedPackages {
  readonly root: string
  /** An existing folder outside the workspace. */
  readonly own: string
  readonly registry: string
  readonly env: Readonly<Record<string, string>>
}

/** Installs exactly the packages of a lock file, without running their scripts and without the npm settings of the machine. Throws if npm is missing or fails. */
export async function installLocked({ root, own, registry, env }: LockedPackages): Promise<void> {
  const npm = findNpm(env)
  if (npm === undefined)
    throw new Error(
      'npm is required to install packages and is not installed. Set the input `package` or `command`, or set up Node before this step.',
    )
  const settings = join(own, 'npm')
  mkdirSync(settings, { recursive: true })
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
}

/** Runs one step of an installation. Throws if it fails. */
export async function runStep(
  words: readonly [string, ...string[]],
  { root, env }: { readonly root: string; readonly env: Readonly<Record<string, string>> },
): Promise<void> {
  const code = await runChild({ words, cwd: root, env })
  if (code !== 0)
    throw new Error(
      `Assay cannot be installed (exit code ${code ?? 'none'}): \`${words
        .slice(1, 3)
        .map((word) => basename(word))
        .join(' ')}\` failed.`,
    )
}
