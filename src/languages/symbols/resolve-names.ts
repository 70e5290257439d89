import { BOUNDS } from '../../model/bounds.ts'
import { type BoundedMemo, createBoundedMemo } from './bounded-memo.ts'
import { createCycleFinder } from './cycle-finder.ts'
import type { ExpressionForm } from './expression-form.ts'
import { nameOfBinding } from './name-of-binding.ts'
import { nameOfCall } from './name-of-call.ts'
import { nameOfMember } from './name-of-member.ts'
import type { NamedFile } from './named-file.ts'
import { nameOfHeld, type Naming } from './naming.ts'
import { instanceOf, preferredName } from './preferred-name.ts'
import type { Constants } from './resolve-constants.ts'
import type { Values } from './resolve-values.ts'

/** Chains of hundreds of members are hostile or generated. */
const MAX_LEVELS = BOUNDS.nameDepth.value
const MAX_NAME_LENGTH = BOUNDS.nameLength.value
const MAX_CHOICES = BOUNDS.nameChoices.value

/** See `Symbols.nameOf`. A name that is made from itself (`var App = App || {}`) is the name as written. */
export function resolveNames(file: NamedFile, values: Values, { constantOf, keyOf }: Constants): (node: number) => string | undefined {
  const memo = createBoundedMemo<string | undefined>(MAX_LEVELS, undefined, (node) => bounded(nameOfForm(naming, node, file.formOf(node))))
  const nameOf = (node: number): string | undefined => {
    if (node < 0) return undefined
    const name = memo.ask(node)
    if (name === undefined && memo.isTooDeep(node)) giveUpChain(file, memo, node)
    return name
  }
  const naming: Naming = { file, values, keyOf, asking: { nameOf, constantOf }, nameOf, isCyclic: createCycleFinder(file) }
  return nameOf
}

/** In a chain of thousands of members all but the last are too deep as well: they are settled at once, and not each by trying. */
function giveUpChain(file: NamedFile, memo: BoundedMemo<string | undefined>, node: number): void {
  const chain: number[] = []
  let at = node
  while (at >= 0 && (at === node || !memo.isTooDeep(at))) {
    chain.push(at)
    const form = file.formOf(at)
    at = form.kind === 'member' ? form.object : form.kind === 'call' ? form.callee : -1
  }
  const known = at >= 0 ? 0 : MAX_LEVELS
  for (let index = 1; index < chain.length - known; index++) memo.giveUp(chain[index] ?? -1)
}

function nameOfForm(naming: Naming, node: number, form: ExpressionForm): string | undefined {
  switch (form.kind) {
    case 'identifier': {
      const binding = naming.file.bindingOf(node, form.name)
      return binding === undefined ? form.name : (nameOfBinding(naming, binding, form.name) ?? form.name)
    }
    case 'member':
      return nameOfMember(naming, form)
    case 'call':
      return nameOfCall(naming, form)
    case 'wrapper':
      return preferredName(naming.file, { name: naming.nameOf(form.inner), value: form.inner }, instanceOf(naming.file, form.type))
    case 'self':
      return form.name
    case 'choice':
      return nameOfChoice(naming, form.named)
    case 'literal':
    case 'template':
    case 'list':
    case 'object':
    case 'opaque-constant':
      return `${form.type}()`
    default:
      return undefined
  }
}

/** Of several values: the name of the only one that has a name, or that is made here. */
function nameOfChoice(naming: Naming, choice: readonly number[]): string | undefined {
  const names = choice.slice(0, MAX_CHOICES).map((each) => nameOfHeld(naming, each))
  const named = [...new Set(names.filter((name) => name !== undefined))]
  if (named.length <= 1) return named[0]
  const made = named.filter((name) => name.endsWith('()'))
  return made.length === 1 ? made[0] : undefined
}

function bounded(name: string | undefined): string | undefined {
  return name === undefined || name.length > MAX_NAME_LENGTH ? undefined : name
}
