import { childByField, nodeText } from '../../../model/tree-access.ts'
import { load } from '../../lowering/values.ts'
import { readVariable } from '../../lowering/variables.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import { receiverAt } from './receiver-at.ts'

/** Methods of Django views that create an object of the class in a field of the view. */
const FACTORY_METHODS: ReadonlyMap<string, string> = new Map([
  ['get_serializer', 'serializer_class'],
  ['get_form', 'form_class'],
])

/** Methods of views that receive such an object, by parameter name. */
const CALLBACK_PARAMETERS: ReadonlyMap<string, { readonly methods: RegExp; readonly field: string }> = new Map([
  ['serializer', { methods: /^perform_(?:create|update)$/, field: 'serializer_class' }],
  ['form', { methods: /^form_(?:valid|invalid)$/, field: 'form_class' }],
])

/** The class of the object that `self.get_serializer(…)` or `self.get_form()` creates; -1 for other calls. */
export function classOfFactory(low: PythonLowering, receiver: number, written: string, node: number): number {
  const field = FACTORY_METHODS.get(written)
  return field === undefined || receiver < 0 || receiverAt(low, node) < 0 ? -1 : load(low, receiver, field, node)
}

/** The class of the parameter in `def form_valid(self, form)` and `def perform_create(self, serializer)`; -1 for other parameters. */
export function classOfParameter(low: PythonLowering, word: string, node: number): number {
  const taken = CALLBACK_PARAMETERS.get(word)
  const home = taken === undefined ? -1 : low.names.functionOf[node]
  if (taken === undefined || home <= 0 || kindOf(low, home) !== low.kinds.id.function_definition) return -1
  const self = receiverAt(low, node)
  if (self < 0 || !taken.methods.test(nodeText(low.tree, low.text, childByField(low.tree, home, low.kinds.field.name)))) return -1
  return load(low, readVariable(low, self, node), taken.field, node)
}
