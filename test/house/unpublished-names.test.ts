import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HELP_TOPICS } from '../../adapters/cli/help/help-topics.ts'
import { PACKAGE_NAME } from '../../adapters/cli/commands/package-name.ts'
import { root } from '../../tools/root.mjs'

/** Instructions to download a package or action by this name from a public registry. A path or a tarball is none. */
const FETCHES = [
  {
    name: 'npx',
    pattern: new RegExp(
      String.raw`\b(?:npx|pnpx|bunx|(?:npm|pnpm|yarn|bun) (?:exec|dlx|x))(?: +-{1,2}[\w-]+(?:=\S+)?)*(?: +--)? +${PACKAGE_NAME}\b(?![-./\w])`,
    ),
  },
  {
    name: 'npm install',
    pattern: new RegExp(
      String.raw`\b(?:npm|pnpm|yarn|bun) (?:i|add|install)(?: +-{1,2}[\w-]+(?:=\S+)?)* +${PACKAGE_NAME}(?:@\S+)?(?=[\s\x60'"]|$)`,
      'm',
    ),
  },
  { name: 'an action', pattern: new RegExp(String.raw`\buses: *['"]?${PACKAGE_NAME}/`) },
  { name: 'an image', pattern: new RegExp(String.raw`\b(?:image: *|docker (?:run|pull) (?:\S+ )*)['"]?${PACKAGE_NAME}/`) },
]

const FOLDERS = ['docs', 'adapters', 'src', 'deploy', 'rules', 'tools'] as const
const TEXT = /\.(?:md|ts|tsx|mjs|ya?ml|json|html|css)$/

function listTexts(): readonly string[] {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => TEXT.test(name) && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`),
  )
  return ['README.md', 'CONTRIBUTING.md', 'Dockerfile', 'package.json', ...below]
}

test.each(FETCHES)('no doc, help text or template installs an unpublished name: $name', ({ pattern }) => {
  const texts = listTexts()
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  expect(Object.values(HELP_TOPICS).filter(({ page }) => pattern.test(page))).toEqual([])
})

test.each([
  'npx assay scan',
  'npx --yes assay scan',
  'npx -y assay',
  'npm exec -- assay scan',
  'pnpm dlx assay',
  'npm install assay',
  'npm install --save-dev assay@1',
  'npm i -D assay',
  'uses: assay/assay/adapters/action@v0',
  'docker run --rm assay/assay scan',
])('`%s` would be seen', (text) => {
  expect(FETCHES.some(({ pattern }) => pattern.test(text))).toBe(true)
})

test.each([
  'npm install ./assay-0.1.0.tgz',
  'npm install --global --prefix /tmp/assay "$ASSAY_PACKAGE"',
  'uses: OWNER/REPOSITORY/adapters/action@COMMIT',
  'docker build -t assay .',
])('`%s` is no such name', (text) => {
  expect(FETCHES.some(({ pattern }) => pattern.test(text))).toBe(false)
})

test('the manual page fetches none either', () => {
  const { stdout } = spawnSync(process.execPath, [join(root, 'dist/adapters/cli/main.js'), 'help', '--man'], { encoding: 'utf8' })
  expect(stdout.length).toBeGreaterThan(1000)
  expect(FETCHES.filter(({ pattern }) => pattern.test(stdout))).toEqual([])
})
