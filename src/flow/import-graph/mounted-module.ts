/**
 * The modules from which a mounted object may be imported, as spelled in the file, most likely first. `declared` is the code of the import, `name`
 * its resolved name.
 */
export function mountedModules(name: string, declared: string | undefined): readonly string[] {
  const python = declared === undefined ? null : FROM.exec(declared)
  if (python !== null) {
    const [, base = ''] = python
    const [first] = name.split('.')
    return [`${base}${base.endsWith('.') ? '' : '.'}${first}`, base]
  }
  const quoted = [...(declared ?? '').matchAll(QUOTED)].map(([, module = '']) => module)
  if (quoted.length > 0) return quoted
  // `import app.views`
  const parts = name.split('.')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'))
}

const FROM = /^from\s+([\w.]+)\s+import\b/
const QUOTED = /["'`]([^"'`\n]+)["'`]/g
