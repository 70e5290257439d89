import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { lowerFunction, type ParameterList } from '../../lowering/lower-function.ts'
import { lowerResult } from '../../lowering/lower-statement.ts'
import { lowerParameter } from './lower-parameter.ts'
import { kindOf, lowerStatement } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import { typeOf } from './read-type.ts'

interface MethodHome {
  readonly classIndex: number
  readonly isConstructor: boolean
}

/** Creates the value of a function or lambda. Its body is lowered later. */
export function lowerFunctionValue(low: PythonLowering, node: number, home: MethodHome, decorators: readonly number[]): number {
  const { tree, text, kinds } = low
  const name = childByField(tree, node, kinds.field.name)
  const isStatic = decorators.some((decorator) => /^@\s*staticmethod\b/.test(nodeText(tree, text, decorator)))
  const { index, value: made } = lowerFunction(low, {
    node,
    name: name >= 0 ? nodeText(tree, text, name) : '',
    returnType: typeOf(low, childByField(tree, node, kinds.field.return_type)),
    hasReceiver: false,
    classIndex: home.classIndex,
    isConstructor: home.isConstructor,
    body: (parameters) => lowerBody(low, node, parameters, { classIndex: isStatic ? -1 : home.classIndex, decorators }),
  })
  low.valueAt[node] = made
  low.decorators.set(index, [...decorators])
  return made
}

export function lowerLambda(low: PythonLowering, node: number): number {
  return lowerFunctionValue(low, node, { classIndex: -1, isConstructor: false }, [])
}

interface BodyHome {
  /** -1 for none, and for static methods. */
  readonly classIndex: number
  readonly decorators: readonly number[]
}

function lowerBody(low: PythonLowering, node: number, parameters: ParameterList, { classIndex, decorators }: BodyHome): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const outerDepth = low.classDepth
  low.classDepth = 0
  const list = childByField(tree, node, field.parameters)
  const all = list < 0 ? [] : namedChildren(tree, list).filter((part) => kindOf(low, part) !== 0)
  for (const [index, parameter] of all.entries()) {
    if (index === 0 && classIndex >= 0 && kindOf(low, parameter) === id.identifier) {
      const declaration = low.names.declarationOf[parameter]
      parameters.bindReceiver(declaration >= 0 ? declaration : parameter, parameter)
      low.receiverClasses.set(declaration >= 0 ? declaration : parameter, classIndex)
    } else lowerParameter(low, parameter, { parameters, decorators })
  }
  const body = childByField(tree, node, field.body)
  if (body >= 0) {
    if (kindOf(low, body) === id.block) lowerStatement(low, body)
    else lowerResult(low, body)
  }
  low.classDepth = outerDepth
}
