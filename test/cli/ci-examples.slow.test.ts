import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../../tools/root.mjs'
import { runAssay, writeFolder } from './run-assay.ts'

const page = readFileSync(join(root, 'docs/ci/README.md'), 'utf8')
const blocks = [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = '', text = '']) => ({ language, text }))
const commands = [
  ...new Set(
    blocks.flatMap(({ text }) => [...text.matchAll(/(?:^|[ '/])assay ((?:scan|baseline|init)[^'\n]*)/gm)].map(([, words = '']) => words.trim())),
  ),
]

test('the YAML examples parse', () => {
  const yaml = blocks.filter(({ language }) => language === 'yaml')
  expect(yaml.length).toBeGreaterThan(6)
  for (const { text } of yaml) expect(typeof parse(text)).toBe('object')
})

test.each(commands)('assay %s works as shown', async (command) => {
  const cwd = writeFolder({ 'a.js': 'export const a = 1\n', 'assay.config.yaml': 'packs: [public]\n' })
  for (const folder of ['reports/assay', 'test-results']) mkdirSync(join(cwd, folder), { recursive: true })
  const git = (...words: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false', ...words], { cwd, stdio: 'pipe' })
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-qm', 'one')
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  const words = command
    .replaceAll(/\$\w+_BRANCH\b/g, 'main')
    .replaceAll(/\$\w+_SHA\b/g, 'main')
    .replaceAll('"', '')
    .split(/\s+/)
  const outcome = await runAssay(words, { cwd })
  expect(outcome.code, outcome.stderr).toBe(0)
})
