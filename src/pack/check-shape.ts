import type { Diagnostic } from '../model/diagnostic.ts'
import { describeFault } from './describe-fault.ts'
import type { SpecCheck, SpecFault } from './spec-check.ts'
import { reportAt, reportAtKey, type SpecFile } from './spec-file.ts'
import { toPath } from './to-path.ts'

/**
 * The file's value when it has the shape of the schema, or every place where it has not. `what` is what the file holds, as "a rule". A `trusted` value was found to have
 * it when this package was built.
 */
export function checkShape<T>(
  file: SpecFile,
  check: SpecCheck<T>,
  what: string,
  trusted = false,
): { readonly spec?: T; readonly diagnostics: readonly Diagnostic[] } {
  const { value } = file
  if ((trusted && isTrusted(value, check)) || check(value)) return { spec: value, diagnostics: [] }
  const diagnostics = pickFaults(check.errors ?? []).map((fault) => reportFault(file, fault, what))
  return { diagnostics }
}

function isTrusted<T>(_value: unknown, _shape: SpecCheck<T>): _value is T {
  return true
}

function reportFault(file: SpecFile, fault: SpecFault, what: string): Diagnostic {
  const path = toPath(fault.instancePath, file.value)
  const key = fault.propertyName ?? fault.params.additionalProperty
  const mistake = describeFault(fault, { path, what })
  return typeof key === 'string' ? reportAtKey(file.positions, [...path, key], mistake) : reportAt(file.positions, path, mistake)
}

/**
 * The faults that tell a person something. A choice of shapes (`anyOf`) reports every shape that it is not: only those count which are of the
 * value's own type. One that is of no type at all is reported once, with all types that would do.
 */
function pickFaults(faults: readonly SpecFault[]): readonly SpecFault[] {
  const kept: SpecFault[] = []
  for (const fault of faults) {
    // Keys are asked for of any value, but only maps have them.
    if (fault.keyword === 'oneOf' && !isMap(fault.data)) continue
    if (fault.keyword === 'propertyNames' || /\/(?:oneOf|anyOf)\/\d+\/required$/.test(fault.schemaPath)) continue
    if (fault.keyword === 'required') joinMissing(kept, fault)
    else if (fault.keyword === 'type' && isAnsweredByWords(fault, faults)) continue
    else if (fault.keyword !== 'anyOf' || isKeyChoice(fault)) kept.push(fault)
    else resolveChoice(kept, fault)
  }
  return kept
}

/** Where one of some words is wanted, quotes around another value make it none of them. */
function isAnsweredByWords({ instancePath }: SpecFault, faults: readonly SpecFault[]): boolean {
  return faults.some((other) => other.keyword === 'enum' && other.instancePath === instancePath)
}

/** One fault for all keys that a map lacks. */
function joinMissing(kept: SpecFault[], fault: SpecFault): void {
  const key = fault.params.missingProperty
  const index = kept.findIndex(({ keyword, instancePath }) => keyword === 'required' && instancePath === fault.instancePath)
  if (index < 0) kept.push({ ...fault, params: { missing: [key] } })
  else kept[index] = { ...fault, params: { missing: [kept[index].params.missing, key].flat() } }
}

function resolveChoice(kept: SpecFault[], choice: SpecFault): void {
  const at = choice.instancePath
  const begin = kept.findIndex(({ instancePath }) => instancePath === at || instancePath.startsWith(`${at}/`))
  const inside = begin < 0 ? [] : kept.splice(begin)
  const telling = inside.filter((fault) => fault.instancePath !== at || !['type', 'const', 'choice'].includes(fault.keyword))
  if (telling.length > 0) kept.push(...telling)
  else kept.push({ ...choice, keyword: 'choice', params: { types: inside.flatMap(wantedTypes) } })
}

function wantedTypes({ params }: SpecFault): unknown[] {
  return [params.type ?? params.types ?? (params.allowedValue === undefined ? [] : [`\`${String(params.allowedValue)}\``])].flat()
}

/** The choice between keys of which one is needed. */
function isKeyChoice({ parentSchema }: SpecFault): boolean {
  return parentSchema.anyOf?.every(({ required }) => required !== undefined) ?? false
}

function isMap(value: unknown): boolean {
  return isRecord(value) && !Array.isArray(value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
