import type { Diagnostic } from '../model/diagnostic.ts'
import { describeFault } from './describe-fault.ts'
import type { SpecCheck, SpecFault } from './spec-check.ts'
import { reportAt, reportAtKey, type SpecFile } from './spec-file.ts'
import { toPath } from './to-path.ts'

/**
 * Returns the file's value if it conforms to the schema, or otherwise every fault. `what` names the content of the file, such as "a rule". A
 * `trusted` value was validated when this package was built.
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
 * Selects the helpful faults. A union (`anyOf`) reports a fault for each alternative, so only alternatives of the value's own type are kept. A value
 * of no accepted type is reported once, with all accepted types.
 */
function pickFaults(faults: readonly SpecFault[]): readonly SpecFault[] {
  const kept: SpecFault[] = []
  for (const fault of faults) {
    // A missing key is a fault only for maps.
    if (fault.keyword === 'oneOf' && !isMap(fault.data)) continue
    // The fault of the branch follows.
    if (fault.keyword === 'if') continue
    if (fault.keyword === 'propertyNames' || /\/(?:oneOf|anyOf)\/\d+\/required$/.test(fault.schemaPath)) continue
    if (fault.keyword === 'required') joinMissing(kept, fault)
    else if (fault.keyword === 'type' && isAnsweredByWords(fault, faults)) continue
    else if (fault.keyword !== 'anyOf' || isKeyChoice(fault)) kept.push(fault)
    else resolveChoice(kept, fault)
  }
  return kept
}

/** If the schema expects one of several words, quotes around another value do not help. */
function isAnsweredByWords({ instancePath }: SpecFault, faults: readonly SpecFault[]): boolean {
  return faults.some((other) => other.keyword === 'enum' && other.instancePath === instancePath)
}

/** Merges all missing keys of a map into one fault. */
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

/** Whether the fault is about a set of keys of which exactly one is required. */
function isKeyChoice({ parentSchema }: SpecFault): boolean {
  return parentSchema.anyOf?.every(({ required }) => required !== undefined) ?? false
}

function isMap(value: unknown): boolean {
  return isRecord(value) && !Array.isArray(value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
