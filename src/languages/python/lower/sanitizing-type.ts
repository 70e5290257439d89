import { lastSegment } from '../../../model/symbols.ts'
import { childByField, firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/**
 * Whether a type accepts only numbers, enumerated strings, enumeration members or strings of restricted characters. `written` is an annotation
 * without spaces.
 */
export function isSanitizingType(low: PythonLowering, written: string): boolean {
  const several = splitOutsideBrackets(written.replace(/^(["'])(.*)\1$/, '$2'), '|').filter((part) => part !== 'None')
  return several.length > 0 && several.every((part) => isSanitizingAlternative(low, part))
}

function isSanitizingAlternative(low: PythonLowering, part: string): boolean {
  if (low.enumerations.has(part) || hasPattern(low, part)) return true
  const [, name = part, inner = ''] = /^([\w.]+)[[(](.*)[\])]$/s.exec(part) ?? []
  const accepts = low.models.schemaTypeOf(name, lastSegment(name))?.accepts
  if (accepts === 'scalars' || accepts === 'listed') return true
  const held = splitOutsideBrackets(inner, ',').filter((each) => each !== '...' && each !== 'None')
  if (accepts === 'steps') return isSanitizingType(low, held[0] ?? '') || held.some((each) => hasValidator(low, each))
  return accepts === 'elements' && held.length > 0 && held.every((each) => isSanitizingType(low, each))
}

/** Whether `AfterValidator(check_name)` names a rejecting function of this file. */
function hasValidator(low: PythonLowering, written: string): boolean {
  const [, validator = '', name = ''] = /^([\w.]+)\((\w+)\)$/.exec(written) ?? []
  return low.models.schemaWordOf(validator, lastSegment(validator))?.accepts === 'predicate' && isRejectingFunction(low, name)
}

/** Whether a function of this file raises unless a regex, a list or a character test accepts its argument. */
export function isRejectingFunction(low: PythonLowering, name: string): boolean {
  const declaration = low.moduleVariables.get(name)
  const home = declaration === undefined ? -1 : low.tree.parent[declaration]
  if (home < 0 || kindOf(low, home) !== low.kinds.id.function_definition) return false
  return rejectsCharacters(nodeText(low.tree, low.text, home))
}

/** Splits a text at a separator outside brackets. */
function splitOutsideBrackets(written: string, separator: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < written.length; at++) {
    if ('[('.includes(written[at])) depth++
    else if ('])'.includes(written[at])) depth--
    else if (depth === 0 && written[at] === separator) {
      parts.push(written.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, written.slice(start)].filter((part) => part !== '')
}

/** Names of fields that a model validates: `count: int`, `code: str = Field(pattern="^[A-Z]+$")`. */
export function sanitizedFieldsOf(low: PythonLowering, members: readonly number[]): readonly string[] {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  return members.flatMap((member) => {
    const assignment = kindOf(low, member) === id.expression_statement ? firstNamedChild(tree, member) : -1
    if (assignment < 0 || kindOf(low, assignment) !== id.assignment) return []
    const annotation = childByField(tree, assignment, field.type)
    const right = childByField(tree, assignment, field.right)
    if (annotation < 0) return []
    const name = nodeText(tree, text, childByField(tree, assignment, field.left))
    const isHarmless =
      isSanitizingType(low, typeTextOf(low, annotation)) ||
      (right >= 0 && hasPattern(low, nodeText(tree, text, right))) ||
      members.some((each) => isValidatorOf(low, each, name))
    return isHarmless ? [name] : []
  })
}

/** An annotation without spaces, with aliases of this file replaced by their definitions: `Slug = Annotated[str, …]`. */
export function typeTextOf(low: PythonLowering, annotation: number): string {
  const { tree, text, kinds, symbols } = low
  if (annotation < 0) return ''
  let written = ''
  let from = tree.start[annotation]
  for (let node = annotation + 1; node < tree.next[annotation]; node++) {
    if (kindOf(low, node) !== kinds.id.identifier) continue
    const held = symbols.valueOf(node)
    if (held < 0 || held === node || (kindOf(low, held) !== kinds.id.subscript && kindOf(low, held) !== kinds.id.generic_type)) continue
    written += text.slice(from, tree.start[node]) + nodeText(tree, text, held)
    from = tree.end[node]
  }
  return (written + text.slice(from, tree.end[annotation])).replace(/\s/g, '')
}

/** Whether the method is a pydantic validator of the field that rejects values. */
function isValidatorOf(low: PythonLowering, member: number, name: string): boolean {
  if (kindOf(low, member) !== low.kinds.id.decorated_definition) return false
  const written = nodeText(low.tree, low.text, member)
  const [, decorator = '', named] = /^@\s*([\w.]+)\(([^)]*)\)/.exec(written) ?? []
  if (named === undefined || low.models.schemaDecoratorOf(decorator, lastSegment(decorator))?.accepts !== 'predicate') return false
  if (!named.split(',').some((each) => each.trim().replace(/^["']|["']$/g, '') === name)) return false
  return rejectsCharacters([written, ...calledFunctions(low, member)].join('\n'))
}

/** The source texts of the functions of this file that the code at `node` calls by name. */
function calledFunctions(low: PythonLowering, node: number): readonly string[] {
  const { tree, text, kinds } = low
  const found: string[] = []
  for (let at = node + 1; at < tree.next[node]; at++) {
    const declaration = kindOf(low, at) === kinds.id.call ? low.symbols.declarationOf(childByField(tree, at, kinds.field.function)) : -1
    const definition = declaration < 0 ? -1 : tree.parent[declaration]
    if (definition >= 0 && kindOf(low, definition) === kinds.id.function_definition) found.push(nodeText(tree, text, definition))
  }
  return found
}

/** Whether a function raises unless a regex, a list or a character test accepts its argument. `written` is its source text. */
export function rejectsCharacters(written: string): boolean {
  return /\braise\b|\bassert\b|\badd_error\(/.test(written) && CHARACTER_CHECK.test(written)
}

const CHARACTER_CHECK =
  /\bfullmatch\(|\.match\((?:(?!\.match\()[^\n])*\$["']|\.(?:isalnum|isalpha|isdigit|isdecimal|isidentifier)\(|\bip_(?:address|network)\(|\bset\(\w+\)\s*-\s*(?:\w+\.)?[[({A-Z]|\.(?:issubset|difference)\(\s*(?:\w+\.)?[[({A-Z]|\bnot in\s+(?:(?:\w+\.)?[[({A-Z]|[\w.()]*(?:allow|permit|support|valid|choices|known))/

/** Whether the text contains a restrictive regex: `constr(pattern=r"^[a-z]+$")`, `StringConstraints(pattern=…)`, `Field(pattern=…)`. */
export function hasPattern(low: PythonLowering, written: string): boolean {
  const found = /\b(?:pattern|regex)\s*=\s*r?(["'])(.*?)\1/.exec(written)
  return found !== null && low.regexes.isRestrictive({ text: found[2], syntax: 'python', flags: '' }, 'anywhere')
}
