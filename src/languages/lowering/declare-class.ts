import { BOUNDS } from '../../model/bounds.ts'
import { addToGroup } from '../../model/group-by.ts'
import { OP, type ProgramClass } from '../../model/program.ts'
import type { Lowering } from './lowering.ts'
import { mustAliasRoot } from './variables.ts'

/** Creates a class without members and returns its index. The caller sets `constructorFunction`. */
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

/** Adds a value of a field of the class, or the class in its annotation (`isType`). */
export function addField(low: Lowering, classIndex: number, name: string, valueId: number, isType: boolean): void {
  const { fields } = low.classes[classIndex]
  addToGroup(fields, name, { value: valueId, isType })
}

/** Maximum number of recorded updates of one field. */
const MAX_UPDATES = BOUNDS.fieldUpdates.value

/** Records an update of a field of the receiver: `this.handlers.push(f)`, `self.handlers[key] = f`. Other methods may read the updated value. */
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
