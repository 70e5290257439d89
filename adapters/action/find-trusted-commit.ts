import { spawnSync } from 'node:child_process'
import { findProgram } from './find-program.ts'
import { readEvent } from './read-event.ts'
import type { ActionInputs, Environment } from './read-inputs.ts'
import { runChild } from './run-child.ts'
import { tellRunner } from './tell-runner.ts'

/** Value of the input `trusted-config` that turns the settings off. */
const NONE = 'none'

/** The commit that the settings are read from: the commit of the inputs, or the base of the pull request, or undefined. */
export function findTrustedCommit({ trustedConfig }: ActionInputs, env: Environment): string | undefined {
  if (trustedConfig !== '') return trustedConfig === NONE ? undefined : trustedConfig
  const event = readEvent(env)
  if (event !== undefined && event.base === undefined)
    tellRunner('warning', 'The event has no base commit, so the configuration is read from the checkout. Set the input `trusted-config` to a commit.')
  return event?.base
}

const SAFE_SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.pager=cat',
  'protocol.ext.allow=never',
  'safe.bareRepository=explicit',
  'fetch.recurseSubmodules=false',
]
const SAFE = ['--no-pager', ...SAFE_SETTINGS.flatMap((setting) => ['-c', setting])]

/** Fetches a commit that a shallow checkout lacks. If this fails, the scan reports the missing commit. */
export async function fetchCommit(commit: string, cwd: string, env: Readonly<Record<string, string>>): Promise<void> {
  const git = findProgram('git', env)
  if (git === undefined || !/^[0-9a-f]{40,64}$/.test(commit)) return
  const ask = (words: readonly string[]) => spawnSync(git, [...SAFE, ...words], { cwd, env, encoding: 'utf8' })
  if (ask(['cat-file', '-e', `${commit}^{commit}`]).status === 0) return
  const depth = ask(['rev-parse', '--is-shallow-repository']).stdout?.trim() === 'true' ? ['--depth=1'] : []
  await runChild({ words: [git, ...SAFE, 'fetch', '--quiet', '--no-tags', '--no-recurse-submodules', ...depth, 'origin', commit], cwd, env })
}
