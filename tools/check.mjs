import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildOrExit } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'

/**
 * Each check is a command of the devDependencies or a tool of this folder, run by node from the root. All are run, even after failures. `built` ones
 * read `dist/`.
 *
 * @type {readonly { name: string, run: readonly string[], built?: boolean }[]}
 */
const CHECKS = [
  { name: 'types', run: ['typescript/bin/tsc', '-p', 'tsconfig.json'] },
  { name: 'browser-types', run: ['typescript/bin/tsc', '-p', 'tsconfig.browser.json'] },
  { name: 'tools-types', run: ['typescript/bin/tsc', '-p', 'tsconfig.tools.json'] },
  { name: 'lint', run: ['oxlint/bin/oxlint', '--deny-warnings'] },
  { name: 'format', run: ['@biomejs/biome/bin/biome', 'format'] },
  { name: 'direction', run: ['dependency-cruiser/bin/dependency-cruise.mjs', 'src', 'adapters', '--config', '.dependency-cruiser.mjs'] },
  { name: 'dead-code', run: ['knip/bin/knip.js'] },
  { name: 'rule-pages', run: ['../tools/build-rule-pages.mjs', '--check'] },
  { name: 'model-page', run: ['../tools/build-model-page.mjs', '--check'] },
  { name: 'prose', run: ['../tools/check-prose.mjs'] },
  { name: 'site', run: ['../tools/docs.mjs'] },
  { name: 'rules-lint', run: ['../tools/lint-rules.mjs'], built: true },
  { name: 'rules-width', run: ['../tools/wrap-rules.mjs', '--check'] },
  { name: 'redos', run: ['../tools/check-regexes.mjs'], built: true },
  { name: 'package', run: ['publint/src/cli.js', '--strict'], built: true },
  {
    name: 'package-types',
    run: [
      '@arethetypeswrong/cli/dist/index.js',
      '--pack',
      '.',
      '--profile',
      'esm-only',
      '--exclude-entrypoints',
      './rules.schema.json',
      './assay.config.schema.json',
    ],
    built: true,
  },
]

/**
 * Runs the checks two at a time. `npm run check -- lint direction` runs only those.
 *
 * @param {string[]} names
 */
async function main(names) {
  const unknown = names.filter((name) => !CHECKS.some((check) => check.name === name))
  if (unknown.length > 0) return fail(`no check is called \`${unknown.join('`, `')}\`. There are: ${CHECKS.map((check) => check.name).join(', ')}`)
  ensureInstalled()
  const queue = CHECKS.filter((check) => names.length === 0 || names.includes(check.name))
  if (queue.some(({ built }) => built)) buildOrExit()
  const results = []
  const lane = async () => {
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) results.push(await runCheck(check))
  }
  await Promise.all([lane(), lane()])
  report(results)
}

/**
 * @param {{ name: string, run: readonly string[] }} check
 * @returns {Promise<{ name: string, passed: boolean }>}
 */
function runCheck({ name, run: [tool, ...args] }) {
  const started = performance.now()
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join('node_modules', tool), ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
    child.on('close', (code) => {
      const passed = code === 0
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
      if (!passed) process.stdout.write(Buffer.concat(output))
      resolve({ name, passed })
    })
  })
}

/** `.ci/run` adds up this file. */
function report(results) {
  const failed = results.filter(({ passed }) => !passed)
  mkdirSync(join(root, '.cache/results'), { recursive: true })
  writeFileSync(join(root, '.cache/results/check.json'), JSON.stringify({ passed: results.length - failed.length, failed: failed.length }))
  console.log(
    failed.length === 0
      ? `all ${results.length} checks passed`
      : `${failed.length} of ${results.length} checks failed: ${failed.map(({ name }) => name).join(', ')}`,
  )
  if (failed.length > 0) process.exitCode = 1
}

function fail(message) {
  console.error(`assay: ${message}`)
  process.exitCode = 1
}

await main(process.argv.slice(2))
