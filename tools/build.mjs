import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withBuildLock } from './build-lock.mjs'
import { ensureInstalled } from './install.mjs'
import { replaceFolder } from './replace-folder.mjs'
import { root } from './root.mjs'
import { hashOf, runWhenStale } from './up-to-date.mjs'

/** Grammar files of the devDependencies that the package includes, by package. */
const GRAMMARS = {
  'tree-sitter-javascript': ['tree-sitter-javascript.wasm'],
  'tree-sitter-typescript': ['tree-sitter-typescript.wasm', 'tree-sitter-tsx.wasm'],
  'tree-sitter-python': ['tree-sitter-python.wasm'],
  'tree-sitter-json': ['tree-sitter-json.wasm'],
  '@tree-sitter-grammars/tree-sitter-hcl': ['tree-sitter-hcl.wasm'],
  '@tree-sitter-grammars/tree-sitter-toml': ['tree-sitter-toml.wasm'],
  'web-tree-sitter': ['web-tree-sitter.wasm'],
}

/**
 * Builds everything that is outdated. Prints to stderr, and only if there is work.
 *
 * @param {{ checksTypes?: boolean }} [options] the output is the same without the type check, which takes half of the compile time
 */
export function build({ checksTypes = true } = {}) {
  ensureInstalled()
  withBuildLock(() => {
    buildGrammars()
    buildSchema()
    buildCode(checksTypes)
    buildPage()
    buildRules()
    buildPlayground()
    buildManual()
    buildId()
  })
}

function buildGrammars() {
  const files = Object.entries(GRAMMARS).flatMap(([from, names]) => names.map((name) => ({ from, name })))
  runWhenStale({
    name: 'grammars',
    inputs: ['tools/build.mjs', ...Object.keys(GRAMMARS).map((from) => `node_modules/${from}/package.json`)],
    outputs: files.map(({ name }) => `dist/grammars/${name}`),
    run() {
      say('copying grammars')
      const to = join(root, 'dist/grammars')
      mkdirSync(to, { recursive: true })
      for (const { from, name } of files) {
        cpSync(join(root, 'node_modules', from, name), join(to, name))
        cpSync(join(root, 'node_modules', from, 'LICENSE'), join(to, name.replace('.wasm', '.LICENSE')))
      }
    },
  })
}

/** The schemas → their types and validators, which are sources of the next step. */
function buildSchema() {
  const script = 'tools/build-schema.mjs'
  if (!existsSync(join(root, 'rules.schema.json')) || !existsSync(join(root, script))) {
    say('no rules.schema.json yet: its types and validator are not generated')
    return
  }
  runWhenStale({
    name: 'schema',
    inputs: [
      'rules.schema.json',
      'assay.config.schema.json',
      'adapters/http/settings/settings.schema.json',
      'adapters/http/api/openapi.yaml',
      script,
    ],
    outputs: [
      'src/model/rule-spec.ts',
      'src/pack/validate-spec.generated.ts',
      'src/model/settings-spec.ts',
      'src/pack/validate-settings.generated.ts',
      'adapters/http/settings/schema/settings-spec.generated.ts',
      'adapters/http/settings/schema/validate-settings.generated.ts',
      'adapters/http/api/upload-spec.generated.ts',
      'adapters/http/api/validate-upload.generated.ts',
      'adapters/http/api/key-wish-spec.generated.ts',
      'adapters/http/api/validate-key-wish.generated.ts',
      'adapters/cli/remote/protocol/rule-list-spec.generated.ts',
      'adapters/cli/remote/protocol/validate-rule-list.generated.ts',
      'adapters/cli/remote/protocol/scan-result-spec.generated.ts',
      'adapters/cli/remote/protocol/validate-scan-result.generated.ts',
    ],
    run() {
      say('generating types and validators from schemas')
      runNode([script])
    },
  })
}

/** `src/` and `adapters/` → `dist/`. The first build with a type check repeats unchecked builds. */
function buildCode(checksTypes) {
  const files = {
    inputs: [
      'src',
      'adapters',
      'tsconfig.json',
      'tsconfig.build.json',
      'tools/build.mjs',
      'tools/bundle-command.mjs',
      'tools/bundle-servers.mjs',
      'package-lock.json',
    ],
    outputs: ['dist/src', 'dist/adapters'],
  }
  const isMade = checksTypes && runWhenStale({ name: 'checked code', ...files, run: () => compile([]) })
  runWhenStale({ name: 'code', ...files, run: () => isMade || compile(['--noCheck']) })
}

/** The command line as a bundle. Written next to the target and moved, so that a failing build keeps the old one. */
function compile(flags) {
  say('compiling')
  const emitted = join(root, '.cache/emit')
  for (const folder of [emitted, join(root, '.cache/command')]) rmSync(folder, { recursive: true, force: true })
  runNode(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', '.cache/emit', ...flags])
  runNode(['tools/bundle-command.mjs', '.cache/emit', '.cache/command'])
  runNode(['tools/bundle-servers.mjs', '.cache/emit'])
  replaceFolder(join(root, '.cache/command'), join(emitted, 'adapters/cli'))
  for (const folder of ['src', 'adapters']) {
    copyAssets(folder, join(emitted, folder))
    replaceFolder(join(emitted, folder), join(root, 'dist', folder))
  }
}

/** The page with its imports → `dist/page/`, which the service serves. */
function buildPage() {
  runWhenStale({
    name: 'page',
    inputs: [
      'adapters/web',
      'docs/rules',
      'src/index.ts',
      'src/model',
      'src/report',
      'src/text',
      'tools/build.mjs',
      'tools/bundle-page.mjs',
      'package-lock.json',
    ],
    outputs: ['dist/page'],
    run() {
      say('bundling the page')
      runNode(['tools/bundle-page.mjs'])
    },
  })
}

/** `rules/` → `dist/rules.json`. */
function buildRules() {
  runWhenStale({
    name: 'rules',
    inputs: ['rules', 'tools/bundle-rules.mjs', 'dist/src', 'dist/grammars'],
    outputs: ['dist/rules.json'],
    run() {
      say('bundling rules')
      runNode(['tools/bundle-rules.mjs'])
    },
  })
}

/** The playground with the engine → `dist/playground/`, which the service serves and which can be hosted anywhere. */
function buildPlayground() {
  runWhenStale({
    name: 'playground',
    inputs: [
      'adapters/playground',
      'adapters/web/page.css',
      'rules.schema.json',
      'src',
      'tools/build.mjs',
      'tools/bundle-playground.mjs',
      'package-lock.json',
      'dist/grammars',
      'dist/rules.json',
    ],
    outputs: ['dist/playground'],
    run() {
      say('bundling the playground')
      runNode(['tools/bundle-playground.mjs'])
    },
  })
}

/** The commands as they are → `dist/assay.1`, the manual page. */
function buildManual() {
  runWhenStale({
    name: 'manual',
    inputs: ['dist/adapters/cli'],
    outputs: ['dist/assay.1'],
    run() {
      const { stdout, status } = spawnSync(process.execPath, ['dist/adapters/cli/main.js', 'help', '--man'], { cwd: root, encoding: 'utf8' })
      if (status !== 0) throw new Error('`assay help --man` failed')
      writeFileSync(join(root, 'dist/assay.1'), stdout)
    },
  })
}

/** `dist/build-id`: a hash of the engine and its grammars, which is part of cache keys. */
function buildId() {
  const inputs = ['dist/src', 'dist/grammars']
  runWhenStale({
    name: 'build id',
    inputs: ['tools/build.mjs', 'tools/up-to-date.mjs', ...inputs],
    outputs: ['dist/build-id'],
    run: () => writeFileSync(join(root, 'dist/build-id'), hashOf(inputs)),
  })
}

/** Copies all files that are no TypeScript modules: schemas, generated JavaScript and its declarations. The page and the playground are bundled separately. */
function copyAssets(from, to) {
  for (const name of readdirSync(join(root, from))) {
    const path = `${from}/${name}`
    if (path === 'adapters/web' || path === 'adapters/playground') continue
    // The action is not part of the package: runners use the repository.
    if (path === 'adapters/action') continue
    if (path === 'adapters/workspace') continue
    if (statSync(join(root, path)).isDirectory()) copyAssets(path, join(to, name))
    else if (name !== 'README.md' && (!/\.tsx?$/.test(name) || name.endsWith('.d.ts'))) cpSync(join(root, path), join(to, name))
  }
}

function runNode(args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`\`node ${args.join(' ')}\` failed`)
}

function say(what) {
  console.error(`assay: ${what}`)
}

/** Builds, or ends the process with code 1 and one line. The failed step has printed its error. */
export function buildOrExit(options = {}) {
  try {
    build(options)
  } catch (error) {
    console.error(`assay: build failed: ${error.message}`)
    process.exit(1)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) buildOrExit()
