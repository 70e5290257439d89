import { listFiles, type ScanFile } from '../../src/node/index.ts'
import type { OpenedProject } from './open-project.ts'

/** Files to scan, and how they were found. */
export type ListedFiles = AsyncIterable<ScanFile>

/**
 * Lists the files of a project at and under paths, relative to its folder. Files that ignore files or settings exclude are left out unless they are
 * named. Throws `PathError` for a path that does not exist.
 */
export async function listProjectFiles(project: OpenedProject, paths: readonly string[]): Promise<ListedFiles> {
  const listed = await listFiles(paths, { cwd: project.folder })
  return keepIncluded(listed, project)
}

async function* keepIncluded(files: AsyncIterable<ScanFile>, { isExcluded }: OpenedProject): AsyncGenerator<ScanFile, void, undefined> {
  for await (const file of files) {
    const isNamed = 'followLinks' in file && file.followLinks
    if (isNamed || !isExcluded(file.path)) yield file
  }
}
