import { BOUNDS } from '../../model/bounds.ts'
import type { Binding } from './binding.ts'
import { ownMethod } from './comes-from-package.ts'
import type { ExpressionForm } from './expression-form.ts'
import type { MemberForm, NamedFile } from './named-file.ts'

/** Forms looked at to tell whether a name is made from itself. */
const MAX_STEPS = BOUNDS.nameCycleSteps.value

/** Tells whether following what a binding is made from leads back to it, or too far. */
export function createCycleFinder(file: NamedFile): (binding: Binding) => boolean {
  const cyclic = new Map<Binding, boolean>()
  return (binding) => {
    const known = cyclic.get(binding)
    if (known !== undefined) return known
    const found = leadsBack(file, binding)
    cyclic.set(binding, found)
    return found
  }
}

function leadsBack(file: NamedFile, start: Binding): boolean {
  const seen = new Set([start])
  const nodes = sourcesOf(file, start)
  for (let steps = 0; nodes.length > 0; steps++) {
    if (steps === MAX_STEPS) return true
    const node = nodes.pop() ?? -1
    const form: ExpressionForm = node < 0 ? { kind: 'unknown' } : file.formOf(node)
    const binding = bindingAt(file, node, form)
    if (binding === start) return true
    if (binding !== undefined && !seen.has(binding)) {
      seen.add(binding)
      nodes.push(...sourcesOf(file, binding))
    }
    nodes.push(...partsOf(form))
  }
  return false
}

function bindingAt(file: NamedFile, node: number, form: ExpressionForm): Binding | undefined {
  if (form.kind === 'identifier') return file.bindingOf(node, form.name)
  if (form.kind === 'member') return fieldAt(file, form)
  return form.kind === 'call' ? ownMethod(file, file.formOf(form.callee)) : undefined
}

/** The expressions that a form takes its name from. */
function partsOf(form: ExpressionForm): readonly number[] {
  switch (form.kind) {
    case 'member':
      return [form.object]
    case 'call':
      return [form.callee, form.arguments[0] ?? -1]
    case 'wrapper':
      return [form.inner]
    case 'choice':
      return form.named
    default:
      return []
  }
}

function fieldAt(file: NamedFile, form: MemberForm): Binding | undefined {
  const object = file.formOf(form.object)
  return object.kind === 'self' && form.property !== undefined ? file.fieldOf(object.classNode, form.property) : undefined
}

/** The expressions that a binding is made from. */
function sourcesOf(file: NamedFile, { kind, value, origins = [], fallback, parameterOf }: Binding): number[] {
  if (kind === 'function') return [file.resultOf(value).value]
  if (kind !== 'variable' && kind !== 'parameter') return []
  return [...origins, fallback, parameterOf?.index === 0 ? file.promiseOf(parameterOf.node) : -1]
}
