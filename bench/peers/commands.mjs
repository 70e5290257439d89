import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCommand, loadPeer, peersFolder } from './find-peer.mjs'
import { toAstGrepRules, toSemgrepRules, WEAKNESSES } from './weaknesses.mjs'

/** Peers must not use the network, nor skip files that Assay scans. */
const QUIET = { SEMGREP_SEND_METRICS: 'off', SEMGREP_ENABLE_VERSION_CHECK: '0' }
const AST_GREP_ALL = ['hidden', 'dot', 'exclude', 'global', 'parent', 'vcs'].flatMap((what) => ['--no-ignore', what])

/**
 * The complete command of a peer for a folder. `rival` names the comparable part of Assay: all rules, or only those for secrets. `scanned` reads the
 * number of files that it reports.
 *
 * @typedef {{ name: string, words: string[], cwd?: string, env?: Record<string, string>, rival: 'all' | 'secrets', least: number,
 *   scanned?: (run: import('../lib/time-command.mjs').Timed) => number }} PeerCommand
 */

/**
 * @param {{ javascript: string, everything: string, python: string }} folders inputs of the peers
 * @param {string} scratch folder for their settings
 * @returns {{ on: keyof typeof folders, peers: (PeerCommand | { missing: string })[] }[]}
 */
export function peerCommands(folders, scratch) {
  mkdirSync(scratch, { recursive: true })
  const file = (name, text) => {
    writeFileSync(join(scratch, name), text)
    return join(scratch, name)
  }
  const readResult = (name) => JSON.parse(readFileSync(join(scratch, name), 'utf8'))
  // By default it skips tests and folders named `build`.
  writeFileSync(join(folders.everything, '.semgrepignore'), '')
  const astGrepRules = file('ast-grep.yml', toAstGrepRules())
  const semgrepRules = file('semgrep-rules.json', toSemgrepRules())
  const semgrep = (name) =>
    withCommand(name, { is: /^\d+\.\d+/m, version: ['--version', '--disable-version-check'], env: QUIET }, (command, version) => ({
      name: `${name} ${version}, ${WEAKNESSES.length} rules`,
      words: [
        command,
        'scan',
        '--config',
        semgrepRules,
        '--metrics',
        'off',
        '--disable-version-check',
        '--no-git-ignore',
        '--jobs',
        '2',
        '--max-target-bytes',
        '0',
        '--json',
        '--quiet',
        '--output',
        join(scratch, `${name}.json`),
        '.',
      ],
      cwd: folders.everything,
      env: QUIET,
      scanned: () => readResult(`${name}.json`).paths.scanned.length,
      rival: 'all',
      least: 25,
    }))
  const gitleaks = (name, check) =>
    withCommand(name, check, (command, version) => ({
      name: `${name} ${version}`.trim(),
      words: [
        command,
        'dir',
        '--no-banner',
        '--exit-code',
        '0',
        '--report-format',
        'json',
        '--report-path',
        join(scratch, `${name}.json`),
        folders.everything,
      ],
      rival: 'secrets',
      least: 2,
    }))
  return [
    {
      on: 'everything',
      peers: [
        withCommand('ast-grep', {}, (command, version) => ({
          name: `ast-grep ${version}, ${WEAKNESSES.length} rules`,
          words: [command, 'scan', '--rule', astGrepRules, ...AST_GREP_ALL, '--json=stream', folders.everything],
          rival: 'all',
          least: 1,
        })),
        semgrep('semgrep'),
        semgrep('opengrep'),
        withCommand('foxguard', {}, (command, version) => ({
          name: `foxguard ${version}, its own rules`,
          words: [command, '--format', 'json', '.'],
          // It skips hidden folders, including those above its target.
          cwd: folders.everything,
          scanned: ({ stdout }) => JSON.parse(stdout).target.files_scanned,
          rival: 'all',
          least: 1,
        })),
        gitleaks('gitleaks', { version: ['version'], is: /./ }),
        gitleaks('betterleaks', { version: ['version'], is: /./ }),
        secretlint(folders.everything, file),
      ],
    },
    { on: 'javascript', peers: [eslint(folders.javascript, file)] },
    {
      on: 'python',
      peers: [
        withCommand('bandit', {}, (command, version) => ({
          name: `bandit ${version}, its own rules`,
          words: [command, '--recursive', '--quiet', '--exit-zero', '--format', 'json', '--output', join(scratch, 'bandit.json'), folders.python],
          scanned: () => Object.keys(readResult('bandit.json').metrics).length - 1,
          rival: 'all',
          least: 1,
        })),
      ],
    },
  ]
}

function secretlint(folder, file) {
  const preset = loadPeer('@secretlint/secretlint-rule-preset-recommend')
  if ('missing' in preset) return preset
  // Next to its rules, which it resolves from there.
  const config = join(peersFolder, 'secretlintrc.json')
  writeFileSync(config, JSON.stringify({ rules: [{ id: '@secretlint/secretlint-rule-preset-recommend' }] }))
  const ignore = file('secretlintignore', '')
  const result = file('secretlint.json', '')
  return withCommand('secretlint', {}, (command, version) => ({
    name: `secretlint ${version}, recommended preset`,
    words: [command, '--secretlintrc', config, '--secretlintignore', ignore, '--format', 'json', '--output', result, '**/*'],
    cwd: folder,
    scanned: () => JSON.parse(readFileSync(result, 'utf8')).length,
    rival: 'secrets',
    least: 10,
  }))
}

function eslint(folder, file) {
  const plugins = ['eslint-plugin-security', 'eslint-plugin-no-unsanitized'].map(loadPeer)
  const missing = plugins.find((plugin) => 'missing' in plugin)
  if (missing !== undefined) return missing
  const from = (name) => JSON.stringify(join(peersFolder, 'node_modules', name, 'index.js'))
  const config = file(
    'eslint.config.mjs',
    `import security from ${from('eslint-plugin-security')}
import unsanitized from ${from('eslint-plugin-no-unsanitized')}
const rules = { ...security.configs.recommended.rules, ...unsanitized.configs.recommended.rules }
export default [{
  files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
  plugins: { security, 'no-unsanitized': unsanitized },
  rules,
  linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
}]
`,
  )
  return withCommand('eslint', {}, (command, version) => ({
    name: `eslint ${version}, security and no-unsanitized`,
    words: [command, '--config', config, '--no-ignore', '--format', 'json', folder],
    cwd: folder,
    scanned: ({ stdout }) => JSON.parse(stdout).length,
    rival: 'all',
    least: 10,
  }))
}

function withCommand(name, check, make) {
  const found = findCommand(name, check)
  return 'missing' in found ? found : make(found.command, found.version)
}
