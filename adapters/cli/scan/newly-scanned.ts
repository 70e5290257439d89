import { dirname, relative, resolve } from 'node:path'
import type { PackFile, RuleFolder } from '../../../src/node/index.ts'
import type { Change, OldTree } from '../git/changed-lines.ts'
import type { Engine } from '../engine/library-modules.ts'
import type { Project } from '../project/project.ts'
import type { SourceReader } from '../files/source-reader.ts'
import { toSlashes } from '../files/to-slashes.ts'

/** The conditions under which the old commit was scanned. */
export interface OldScan {
  readonly change: Change
  readonly project: Project
  readonly engine: Engine
  readonly sourceOf: SourceReader
  readonly cwd: string
  /** False for `--no-ignore`. */
  readonly ignore: boolean
  readonly includeVendored: boolean
  readonly maxFileBytes: number | undefined
  /** The scan includes vendored and generated code because there is no other code. */
  readonly isAsIs: boolean
}

/**
 * The reported paths whose files the same scan of the old commit would not have scanned in the same way: they did not exist, were ignored, excluded,
 * vendored, skipped, a link, test code, or in another language. All their lines count as new.
 */
export async function findNewlyScanned(files: readonly string[], scan: OldScan): Promise<ReadonlySet<string>> {
  const { change, cwd } = scan
  const tree = files.length === 0 ? undefined : await change.readOldTree()
  if (tree === undefined) return new Set()
  const named = files.map((file) => ({ file, old: tree.oldPathOf(resolve(cwd, file)) }))
  const there = named.filter(({ old }) => isRegular(tree, old))
  const listed = await listListed(
    there.map(({ old }) => old),
    tree,
    scan,
  )
  const candidates = there.filter(({ file, old }) => listed.has(old) && isAlike(file, old, scan))
  const known = new Set(candidates.length === 0 ? [] : await findReadAlike(candidates, tree, scan))
  return new Set(files.filter((file) => !known.has(file)))
}

/** Excludes links, submodules and missing files. */
function isRegular({ modes }: OldTree, path: string): boolean {
  return modes.get(path)?.startsWith('100') === true
}

/** The paths that a walk of the old tree lists. */
async function listListed(
  paths: readonly string[],
  tree: OldTree,
  { engine, project, change, ignore, includeVendored }: OldScan,
): Promise<ReadonlySet<string>> {
  const excludes = [...project.settings.exclude, ...(await readOldExcludes(tree, { engine, project, change }))]
  const isExcluded = engine.matchPaths(excludes)
  const kept = paths.filter((path) => !isExcluded(project.pathOf(resolve(change.top, path))))
  if (!ignore) return new Set(kept)
  const folders = new Set(kept.flatMap(foldersAbove))
  const ignoreFiles = [...folders]
    .flatMap((folder) => IGNORE_FILES.map((name) => (folder === '' ? name : `${folder}/${name}`)))
    .filter((path) => isRegular(tree, path))
  const texts = new Map<string, string>()
  for (const path of ignoreFiles) texts.set(path, (await tree.readText(path)) ?? '')
  return new Set(engine.filterTree([...new Set([...kept, ...ignoreFiles])], (path) => texts.get(path), includeVendored))
}

const IGNORE_FILES = ['.gitignore', '.assayignore'] as const

/** The root of the repository is the empty string. */
function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, index).join('/'))
}

/** Globs that the settings of the old commit exclude. */
async function readOldExcludes(
  tree: OldTree,
  { engine, project, change }: Pick<OldScan, 'engine' | 'project' | 'change'>,
): Promise<readonly string[]> {
  const globs: string[] = []
  const pending = project.file === undefined ? [] : [project.file]
  const seen = new Set<string>()
  for (let file = pending.pop(); file !== undefined && seen.size < MAX_SETTINGS; file = pending.pop()) {
    const path = toSlashes(relative(change.top, file))
    if (seen.has(path) || !isRegular(tree, path)) continue
    seen.add(path)
    const { spec } = engine.readSettings({ path, text: (await tree.readText(path)) ?? '' }).value ?? {}
    globs.push(...(spec?.exclude ?? []))
    for (const base of spec?.extends ?? []) pending.push(resolve(dirname(file), base))
  }
  return globs
}

const MAX_SETTINGS = 32

/** Whether the settings apply to the old and the new path of a moved file in the same way. */
function isAlike(file: string, old: string, { engine, project, change, cwd }: OldScan): boolean {
  const before = resolve(change.top, old)
  if (before === resolve(cwd, file)) return true
  const [from, to] = [project.pathOf(toSlashes(relative(cwd, before))), project.pathOf(file)]
  const sameOverrides = project.settings.overrides.every(({ files }) => {
    const matches = files === undefined ? undefined : engine.matchPaths(files)
    return matches === undefined || matches(from) === matches(to)
  })
  return sameOverrides && engine.isTestCode(from) === engine.isTestCode(to)
}

interface MovedFile {
  /** The reported path. */
  readonly file: string
  readonly old: string
}

/** The files whose old content has the same language and is not skipped. */
async function findReadAlike(candidates: readonly MovedFile[], tree: OldTree, scan: OldScan): Promise<readonly string[]> {
  const { engine, sourceOf, includeVendored, maxFileBytes } = scan
  const scanner = await engine.createScanner({ packs: [], folders: [ANY_RULE] })
  const options = { includeVendored, ...(maxFileBytes === undefined ? {} : { limits: { maxFileBytes } }) }
  const alike: string[] = []
  try {
    for (const { file, old } of candidates) {
      const content = await tree.readBytes(old)
      const now = sourceOf(file)
      if (content === undefined || now === undefined) continue
      const [before, after] = [content, now].map((bytes) => engine.readPlaces(bytes)?.text ?? '')
      if (engine.languageOf(old, before) !== engine.languageOf(file, after)) continue
      // One at a time: a scan of only vendored or generated files includes them, and reports it.
      const { skipped, scannedAsIs } = await scanner.scan([{ path: old, content }], options)
      if (skipped.length === 0 && (scannedAsIs.length === 0 || scan.isAsIs)) alike.push(file)
    }
    return alike
  } finally {
    await scanner.close()
  }
}

const ANY_RULE: RuleFolder = { name: 'any', rules: [anyRule()], shared: [], packs: [], whole: true }

function anyRule(): PackFile {
  const about = { title: 'A file', severity: 'low', confidence: 'high', category: 'data', cwe: ['CWE-710'], description: 'A file is here.' }
  return { path: 'any.json', text: JSON.stringify({ id: 'any', ...about, languages: ['javascript'], match: { regex: 'assay_any_file' } }) }
}
