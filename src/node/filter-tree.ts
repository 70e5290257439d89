import { costOfAsking, enterFolderOfTexts, type IgnoreRules, isIgnored, NO_IGNORE_RULES, patternLength } from './ignore-rules.ts'
import { PACKAGE_FOLDERS, VERSION_CONTROL_FOLDERS } from './walk-files.ts'

/** About 0.9 seconds for hostile patterns and names, at 60 ns each. Ten thousand files with two hundred usual patterns need two thirds of it. */
const MAX_WORK = 15_000_000

/** The cost of compiling and storing one character of a pattern, in the same unit: a megabyte took 1.6 seconds, mostly garbage collection. */
const WORK_OF_COMPILING = 25

/**
 * Filters the paths of a tree (with forward slashes) as a walk would, in order: no folders of version control, no installed packages unless
 * `includeVendored`, and no ignored files. `readText` is called only for paths of ignore files; `undefined` means there is none. Returns `undefined`
 * if there are too many patterns for the number of files.
 */
export function filterTree(
  paths: readonly string[],
  readText: (path: string) => string | undefined,
  includeVendored = false,
): readonly string[] | undefined {
  const known = new Set(paths)
  const withIgnoreFile = new Set(paths.filter(isIgnoreFile).map(parentOf))
  let work = 0

  function enter(folder: string, outer: IgnoreRules): IgnoreRules {
    if (withIgnoreFile.size === 0 || !withIgnoreFile.has(folder)) return outer
    const read = (name: string): string | undefined => {
      const path = folder === '' ? name : `${folder}/${name}`
      return known.has(path) ? readText(path) : undefined
    }
    const inner = enterFolderOfTexts(outer, toAbsolute(folder), { own: read('.assayignore'), git: read('.gitignore') })
    work += WORK_OF_COMPILING * (patternLength(inner) - patternLength(outer))
    return inner
  }

  /** Stops when the work limit is reached. */
  function isOut(rules: IgnoreRules, path: string, isFolder: boolean): boolean {
    work += costOfAsking(rules, path)
    return work > MAX_WORK || (!hasNoPatterns(rules) && isIgnored(rules, toAbsolute(path), isFolder))
  }

  function isLeftOut(outer: IgnoreRules, folder: string): boolean {
    const name = folder.slice(folder.lastIndexOf('/') + 1)
    return VERSION_CONTROL_FOLDERS.has(name) || (!includeVendored && PACKAGE_FOLDERS.has(name)) || isOut(outer, folder, true)
  }

  // In code-unit order all paths of a folder are adjacent, so only the folders of the last path are kept. Each folder is checked once and never
  // looked up by name: 1,200 paths with 250 folders each took two seconds that way.
  const around: Around[] = [{ end: 0, rules: enter('', NO_IGNORE_RULES) }]
  const passed = new Set<string>()
  let before = ''
  for (const path of paths.toSorted(byCharacters)) {
    const shared = sharedLength(before, path)
    while (around.length > 1 && (around[around.length - 1].end > shared || path[around[around.length - 1].end] !== '/')) around.pop()
    let { end, rules } = around[around.length - 1]
    for (let next = path.indexOf('/', end + 1); next >= 0; next = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, next)
      rules = rules === undefined || isLeftOut(rules, folder) ? undefined : enter(folder, rules)
      end = next
      around.push({ end, rules })
    }
    if (rules !== undefined && !isOut(rules, path, false)) passed.add(path)
    before = path
  }
  return work > MAX_WORK ? undefined : paths.filter((path) => passed.has(path))
}

/** A folder around a path. */
interface Around {
  /** Offset in the path where its name ends. */
  readonly end: number
  /** The rules within the folder. Undefined if the folder is skipped. */
  readonly rules: IgnoreRules | undefined
}

function byCharacters(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length++
  return length
}

function hasNoPatterns({ own, git }: IgnoreRules): boolean {
  return own === undefined && git === undefined
}

function isIgnoreFile(path: string): boolean {
  return /(?:^|\/)\.(?:assay|git)ignore$/.test(path)
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** Ignore files of the root are in the folder with the empty name. */
function toAbsolute(path: string): string {
  return path === '' ? '' : `/${path}`
}
