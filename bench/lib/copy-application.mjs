import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { downloadsFolder } from './downloads-folder.mjs'
import { listSources } from './list-sources.mjs'
import { scanCommand } from './scan-command.mjs'
import { timeCommand } from './time-command.mjs'
import { fileName, unpackApplication } from './unpack-application.mjs'

/**
 * A copy of an application that holds only files that Assay scans, so that each scanner and the parse baseline read the same files. Benchmarks may change it.
 *
 * @param {import('./unpack-application.mjs').PinnedPackage} application
 * @returns {{ folder: string, files: number, bytes: number }} `files` and `bytes`: source files in JavaScript, TypeScript and Python
 */
export function copyApplication(application) {
  const from = unpackApplication(application)
  const folder = join(downloadsFolder, 'copies', fileName(application))
  rmSync(folder, { recursive: true, force: true })
  cpSync(from, folder, { recursive: true })
  for (const { file } of listSkipped(folder)) rmSync(join(folder, file), { force: true })
  const sources = listSources(folder)
  return { folder, files: sources.length, bytes: sources.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0) }
}

/** Skipping does not depend on the rules, so a scan without data flow is sufficient. */
function listSkipped(folder) {
  const output = join(downloadsFolder, 'copies', 'skipped.json')
  mkdirSync(dirname(output), { recursive: true })
  const { status, stderr } = timeCommand(scanCommand({ output, more: ['--pack', 'public'] }), { cwd: folder })
  if (status !== 0) throw new Error(`The scan of ${folder} exited with ${status}: ${stderr.trim()}`)
  return JSON.parse(readFileSync(output, 'utf8')).skipped
}

/**
 * Adds a statement to the source file in the middle of the list of files.
 *
 * @param {string} folder
 * @returns {string} the changed file
 */
export function changeOneFile(folder) {
  const sources = listSources(folder).filter((path) => !path.endsWith('.d.ts'))
  const chosen = sources[sources.length >> 1] ?? ''
  const statement = chosen.endsWith('.py') ? 'changed_by_the_benchmark = 1' : 'const changedByTheBenchmark = 1'
  writeFileSync(join(folder, chosen), `${readFileSync(join(folder, chosen), 'utf8')}\n${statement}\n`)
  return chosen
}
