// Installs the compared programs outside of the repository and of this package's dependencies: `npm run bench -- install-peers`
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { peersFolder } from './peers/find-peer.mjs'

/** The newest versions that run on Node 20 and Python 3.11 and whose dependencies are available. */
const FROM_NPM = [
  '@ast-grep/napi@0.51.1',
  '@ast-grep/cli@0.51.1',
  'eslint@10.15.0',
  'eslint-plugin-security@4.1.0',
  'eslint-plugin-no-unsanitized@4.1.5',
  'secretlint@11.7.1',
  '@secretlint/secretlint-rule-preset-recommend@11.7.1',
]
const FROM_PYPI = ['semgrep==1.180.0', 'bandit==1.9.4', 'foxguard==0.14.1']
const FROM_GO = ['github.com/zricethezav/gitleaks/v8@v8.30.1']

mkdirSync(join(peersFolder, 'bin'), { recursive: true })
if (!existsSync(join(peersFolder, 'package.json'))) writeFileSync(join(peersFolder, 'package.json'), '{ "name": "peers", "private": true }\n')
attempt('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', ...FROM_NPM])
if (!existsSync(join(peersFolder, 'python'))) attempt('python3', ['-m', 'venv', 'python'])
// One by one: if one is not available, the others are still compared.
for (const name of FROM_PYPI) attempt(join(peersFolder, 'python/bin/pip'), ['install', '--quiet', '--disable-pip-version-check', name])
for (const name of FROM_GO) attempt('go', ['install', name])
console.log('opengrep and betterleaks are in no registry that is asked here: they are found on PATH')

function attempt(command, words) {
  console.log(`${command} ${words.join(' ')}`)
  const env = { ...process.env, GOBIN: join(peersFolder, 'bin') }
  const { status, error } = spawnSync(command, words, { cwd: peersFolder, stdio: ['ignore', 'inherit', 'inherit'], env })
  if (status !== 0) console.error(`assay: ${words.at(-1)} was not installed${error === undefined ? '' : `: ${error.message}`}`)
}
