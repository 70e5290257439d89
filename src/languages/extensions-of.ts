/** The last part of a path. */
export function baseNameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** `.blade.php` and `.php` of `a.blade.php`, lower case: the longest first. */
export function extensionsOf(base: string): readonly string[] {
  const extensions: string[] = []
  for (let dot = base.indexOf('.'); dot >= 0; dot = base.indexOf('.', dot + 1)) extensions.push(base.slice(dot).toLowerCase())
  return extensions
}
