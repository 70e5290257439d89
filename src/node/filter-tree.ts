import { costOfAsking, enterFolderOfTexts, type IgnoreRules, isIgnored, NO_IGNORE_RULES } from './ignore-rules.ts'
import { PACKAGE_FOLDERS, VERSION_CONTROL_FOLDERS } from './walk-files.ts'

/** Some 0.9 seconds, when a stranger wrote patterns and names: 60 ns each. Ten thousand files and two hundred usual patterns ask for two thirds of it. */
const MOST_WORK = 15_000_000

/**
 * The paths of files, with forward slashes, that a walk of their tree would come to, in their order: none in folders of version control or of installed packages, and none that an ignore
 * file of the tree leaves out. `readText` is asked for ignore files alone, by their paths; `undefined` counts as absent.
 * Gives `undefined` when there are too many patterns for so many files.
 */
export function filterTree(paths: readonly string[], readText: (path: string) => string | undefined): readonly string[] | undefined {
  const known = new Set(paths)
  let work = 0
  const folders = new Map<string, IgnoreRules | undefined>([['', enter('', NO_IGNORE_RULES)]])

  function enter(folder: string, outer: IgnoreRules): IgnoreRules {
    const read = (name: string): string | undefined => {
      const path = folder === '' ? name : `${folder}/${name}`
      return known.has(path) ? readText(path) : undefined
    }
    return enterFolderOfTexts(outer, toAbsolute(folder), { own: read('.assayignore'), git: read('.gitignore') })
  }

  /** The rules within a folder, `undefined` where it is not entered. Its parents are looked at from the outside in, however deep it lies. */
  function rulesOf(folder: string): IgnoreRules | undefined {
    let at = folder
    while (!folders.has(at)) at = parentOf(at)
    while (at.length < folder.length) {
      const next = folder.indexOf('/', at === '' ? 0 : at.length + 1)
      const inner = next < 0 ? folder : folder.slice(0, next)
      const outer = folders.get(at)
      folders.set(inner, outer === undefined || isLeftOut(outer, inner) ? undefined : enter(inner, outer))
      at = inner
    }
    return folders.get(folder)
  }

  /** What is asked once the work is done is not answered. */
  function isOut(rules: IgnoreRules, path: string, isFolder: boolean): boolean {
    work += costOfAsking(rules, path)
    return work > MOST_WORK || isIgnored(rules, toAbsolute(path), isFolder)
  }

  function isLeftOut(outer: IgnoreRules, folder: string): boolean {
    const name = folder.slice(folder.lastIndexOf('/') + 1)
    return VERSION_CONTROL_FOLDERS.has(name) || PACKAGE_FOLDERS.has(name) || isOut(outer, folder, true)
  }

  const passed = paths.filter((path) => {
    const rules = rulesOf(parentOf(path))
    return rules !== undefined && !isOut(rules, path, false)
  })
  return work > MOST_WORK ? undefined : passed
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** Ignore files of the root lie in the folder that is called nothing. */
function toAbsolute(path: string): string {
  return path === '' ? '' : `/${path}`
}
