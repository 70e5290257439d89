/** Manifests of package managers and builds, which mark the root of a package. */
const MANIFEST =
  /^(?:package\.json|deno\.jsonc?|jsr\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements\.txt|Pipfile|go\.mod|Cargo\.toml|composer\.json|Gemfile|pom\.xml|build\.gradle(?:\.kts)?|mix\.exs|pubspec\.yaml|Package\.swift|.+\.(?:gemspec|csproj|fsproj|vbproj))$/

/**
 * Returns the package of each path: the folder of the nearest manifest above it among the paths of the scan, or empty. Files without a manifest form
 * one package.
 */
export function createPackageFinder(paths: readonly string[]): (path: string) => string {
  const roots = new Set(paths.map(toSlashes).flatMap((path) => (MANIFEST.test(path.slice(path.lastIndexOf('/') + 1)) ? [folderOf(path)] : [])))
  return (path) => {
    let folder = folderOf(toSlashes(path))
    while (folder !== '' && !roots.has(folder)) folder = folderOf(folder)
    return folder
  }
}

function toSlashes(path: string): string {
  return path.replaceAll('\\', '/')
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
