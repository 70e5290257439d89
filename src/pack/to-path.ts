import type { SpecPath } from '../model/rule-pack.ts'

/** Converts a JSON pointer (RFC 6901) to a path. List indexes become numbers, as in `SpecPath`. */
export function toPath(pointer: string, root: unknown): SpecPath {
  const path: (string | number)[] = []
  let value = root
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    path.push(Array.isArray(value) ? Number(key) : key)
    value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }
  return path
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
