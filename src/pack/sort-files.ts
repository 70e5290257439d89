import type { PackFile } from '../model/rule-pack.ts'

/** By path; files that are given the same path by text, so that the order in which they came never shows. */
export function sortFiles(files: readonly PackFile[]): readonly PackFile[] {
  return [...files].sort((left, right) => compare(left.path, right.path) || compare(left.text, right.text))
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
