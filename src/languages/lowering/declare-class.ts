import { OP, type ProgramClass } from '../../model/program.ts'
import type { Lowering } from './lowering.ts'
import { mustAliasRoot } from './variables.ts'

/** Makes a class without members and returns its index. Its `construct` is still to be told. */
export function declareClass(
  low: Lowering,
  { name, bases, constrainedFields, isInterface }: Pick<ProgramClass, 'name' | 'bases' | 'constrainedFields' | 'isInterface'>,
): number {
  low.classes.push({
    name,
    constructorFunction: -1,
    methods: new Map(),
    getters: new Map(),
    setters: new Map(),
    bases,
    fields: new Map(),
    constrainedFields,
    isInterface,
  })
  return low.classes.length - 1
}

/** What is known of a field of the class: a value of it, or of the class that it is said to be of. */
export function addField(low: Lowering, classIndex: number, name: string, held: number, isType: boolean): void {
  const { fields } = low.classes[classIndex]
  const known = fields.get(name)
  if (known === undefined) fields.set(name, [{ value: held, isType }])
  else known.push({ value: held, isType })
}

/** Changes of one field that are told apart. */
const MAX_UPDATES = 12

/** A field of the receiver was changed in place: `this.handlers.push(f)`, `self.handlers[key] = f`. What it holds then it may hold in other methods. */
export function recordFieldUpdate(low: Lowering, before: number, now: number): void {
  const { receiver, classIndex } = low.functions[low.frame.index]
  if (classIndex < 0 || now < 0 || low.store.op(before) !== OP.load || low.store.key(before) < 0) return
  let holder = mustAliasRoot(low, low.store.a(before))
  while (low.store.op(holder) === OP.store) holder = mustAliasRoot(low, low.store.a(holder))
  if (holder !== receiver) return
  const name = low.strings[low.store.key(before)]
  const known = low.classes[classIndex].fields.get(name)
  if (known === undefined || known.length < MAX_UPDATES) addField(low, classIndex, name, now, false)
}
