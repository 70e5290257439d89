import { costOfAsking, enterFolderOfTexts, type IgnoreRules, isIgnored, NO_IGNORE_RULES, patternLength } from './ignore-rules.ts'
import { PACKAGE_FOLDERS, VERSION_CONTROL_FOLDERS } from './walk-files.ts'

/** Some 0.9 seconds, when a stranger wrote patterns and names: 60 ns each. Ten thousand files and two hundred usual patterns ask for two thirds of it. */
const MOST_WORK = 15_000_000

/** What it costs to compile a character of a pattern and to keep it, in the same measure: a megabyte took 1.6 seconds, most of them of the garbage collector. */
const WORK_OF_COMPILING = 25

/**
 * The paths of files, with forward slashes, that a walk of their tree would come to, in their order: none in folders of version control, none in those of installed packages unless `includeVendored`, and none that an ignore
 * file of the tree leaves out. `readText` is asked for ignore files alone, by their paths; `undefined` counts as absent.
 * Gives `undefined` when there are too many patterns for so many files.
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

  /** What is asked once the work is done is not answered. */
  function isOut(rules: IgnoreRules, path: string, isFolder: boolean): boolean {
    work += costOfAsking(rules, path)
    return work > MOST_WORK || (!hasNoPatterns(rules) && isIgnored(rules, toAbsolute(path), isFolder))
  }

  function isLeftOut(outer: IgnoreRules, folder: string): boolean {
    const name = folder.slice(folder.lastIndexOf('/') + 1)
    return VERSION_CONTROL_FOLDERS.has(name) || (!includeVendored && PACKAGE_FOLDERS.has(name)) || isOut(outer, folder, true)
  }

  // In the order of their characters all paths of a folder follow each other, so that the folders around the last path are all that is kept: a folder is asked about
  // once, and none is looked up by its name, which in 1,200 paths with 250 folders each took two seconds.
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
  return work > MOST_WORK ? undefined : paths.filter((path) => passed.has(path))
}

/** A folder around a path. */
interface Around {
  /** Where its name ends in the path. */
  readonly end: number
  /** The rules within it; undefined where it is not entered. */
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

/** Ignore files of the root lie in the folder that is called nothing. */
function toAbsolute(path: string): string {
  return path === '' ? '' : `/${path}`
}
