import type { SourceFile } from '../index.ts'
import { expandTemplates, type TemplateFault } from './expand-templates.ts'

/** A file of sample code as it is written, with markers and templates. */
export interface FixtureFile {
  /** With forward slashes, from the folder of the sample code. */
  readonly path: string
  readonly content: string
}

/** Sample files that are scanned together, as one project. */
export interface FixtureProject {
  /** `project-shop/`, or empty for files outside of such folders. */
  readonly prefix: string
  /** With expanded templates and without the prefix in their paths, so that globs see the paths of a project. */
  readonly files: readonly SourceFile[]
}

/** Sample code as it is scanned, with its expectations. */
export interface PreparedFixtures {
  /** The original files, without `.expect` files. */
  readonly files: readonly FixtureFile[]
  readonly projects: readonly FixtureProject[]
  /** `package.json.expect` and similar files, by the path of the file that they apply to. */
  readonly expectations: ReadonlyMap<string, FixtureFile>
  readonly faults: readonly (TemplateFault & { readonly path: string })[]
}

const EXPECT = '.expect'

/**
 * Prepares sample files for a scan: expands templates, separates `*.expect` files, and treats each top-level folder `project-<name>/` as its own
 * project, for rules that read several files.
 */
export function prepareFixtures(written: readonly FixtureFile[]): PreparedFixtures {
  const files = written.filter(({ path }) => !path.endsWith(EXPECT))
  const expectations = new Map(written.filter(({ path }) => path.endsWith(EXPECT)).map((file) => [file.path.slice(0, -EXPECT.length), file]))
  const projects = new Map<string, SourceFile[]>()
  const faults: (TemplateFault & { path: string })[] = []
  for (const { path, content } of files) {
    const expansion = expandTemplates(content, path)
    faults.push(...expansion.faults.map((fault) => ({ ...fault, path })))
    const prefix = /^project-[^/]+\//.exec(path)?.[0] ?? ''
    const project = projects.get(prefix) ?? []
    project.push({ path: path.slice(prefix.length), content: expansion.text })
    projects.set(prefix, project)
  }
  return { files, projects: [...projects].map(([prefix, together]) => ({ prefix, files: together })), expectations, faults }
}
