import type { Language } from '../../lowering/language.ts'
import { type ListSyntax, lowerList, lowerLiteral, lowerOperand, lowerUnary, lowerYield } from '../../lowering/lower-expression.ts'
import { lowerForEach } from '../../lowering/lower-loop.ts'
import { COMMON_STATEMENTS, lowerThrowStatement, skipStatement } from '../../lowering/lower-statement.ts'
import { assignElements, assignMember, assignName, assignWithin } from '../../lowering/lower-target.ts'
import { loadIterated } from '../../lowering/values.ts'
import { lowerChildren } from '../../lowering/visit-nodes.ts'
import { tabulateEntries } from '../../symbols/kind-table.ts'
import type { PythonKinds } from '../node-kinds.ts'
import { guardElements } from './element-guards.ts'
import { conditionForm } from './condition-form.ts'
import { isConstantCollection } from './constant-collection.ts'
import { derivedFrom } from './derived-from.ts'
import { isLoopVariable } from './element-comparison.ts'
import { accessPathOf, factsOn } from './guarded-expressions.ts'
import { SEPARATORS } from './separators.ts'
import { knownTruth, returnedTruth } from './known-truth.ts'
import { loadLoopElement } from './loop-element.ts'
import { lowerCallExpression } from './lower-call-expression.ts'
import { lowerComprehension, lowerDictionary } from './lower-collection.ts'
import { lowerDefinition } from './lower-definition.ts'
import * as expression from './lower-expression.ts'
import { lowerLambda } from './lower-function-value.ts'
import { lowerImport, lowerImportFrom } from './lower-import.ts'
import { lowerMatch } from './lower-match.ts'
import { lowerCoarsely, lowerName } from './lower-names.ts'
import { lowerBinary, lowerBoolean } from './lower-operators.ts'
import { lowerAssert, lowerDelete, lowerExcept, lowerJumpStatement, lowerOperands, lowerWith } from './lower-statement.ts'
import { constantKey, memberAssigned, nameAssigned, storeKey } from './lower-target.ts'
import type { PythonLowering } from './python-lowering.ts'
import { otherCondition, parameterTermAt } from './read-branch-condition.ts'
import { flagFacts, otherFacts, readReturnedFacts } from './read-condition.ts'
import { isRegexMatch } from './regex-match.ts'
import { queryFacts } from './query-facts.ts'
import { readReturnedProperties } from './read-returned-properties.ts'
import { REJECTING_NAME } from './rejection-facts.ts'

type Python = Language<PythonLowering>

/** How the node types of Python are lowered. */
export function bindLanguage(kinds: PythonKinds): Python {
  const { id, field } = kinds
  return {
    expressions: expressionsOf(kinds),
    statements: statementsOf(kinds),
    targets: targetsOf(kinds),
    handlers: tabulateEntries(id, [[lowerExcept, 'except_clause', 'except_group_clause']]),
    members: tabulateEntries(id, [
      [{ object: field.object, key: field.attribute, isComputed: false }, 'attribute'],
      [{ object: field.value, key: field.subscript, isComputed: true }, 'subscript'],
    ]),
    assignments: new Set([id.assignment, id.augmented_assignment]),
    call: id.call,
    bindsComputedReceiver: false,
    restTarget: id.list_splat_pattern,
    lowerCoarsely,
    lowerName,
    constantKey,
    accessPathOf,
    nameAssigned,
    memberAssigned,
    storeKey,
    loopElement: (low, loop, right, over) => loadLoopElement(low, right, over, loop),
    guardElements,
    conditionForm,
    otherFacts,
    nameFacts: flagFacts,
    otherCondition,
    parameterTermAt,
    factsOn,
    derivedFrom,
    isRegexMatch,
    isLoopVariable,
    queryFacts,
    isConstantCollection,
    separators: SEPARATORS,
    knownTruth,
    returnedTruth,
    readReturnedFacts,
    readReturnedProperties,
    rejection: { name: REJECTING_NAME, checksReceiver: true },
  }
}

function expressionsOf({ id }: PythonKinds): Python['expressions'] {
  const list: ListSyntax<PythonLowering> = { spread: id.list_splat, keepsIndexes: true, elementOf: loadIterated }
  return tabulateEntries(id, [
    [lowerName, 'identifier'],
    [lowerLiteral, 'integer', 'float', 'true', 'false', 'none', 'ellipsis'],
    [lowerOperand, 'parenthesized_expression', 'await', 'list_splat', 'dictionary_splat'],
    [expression.lowerAttribute, 'attribute'],
    [expression.lowerSubscript, 'subscript'],
    [lowerCallExpression, 'call'],
    [expression.lowerString, 'string'],
    [expression.lowerAdjacentStrings, 'concatenated_string'],
    [lowerBinary, 'binary_operator'],
    [lowerBoolean, 'boolean_operator'],
    [lowerUnary, 'comparison_operator', 'not_operator', 'unary_operator'],
    [expression.lowerTernary, 'conditional_expression'],
    [expression.lowerNamedExpression, 'named_expression'],
    [expression.lowerAssignment, 'assignment'],
    [expression.lowerAugmented, 'augmented_assignment'],
    [(low, node) => lowerList(low, node, list), 'list', 'tuple', 'set', 'expression_list'],
    [lowerDictionary, 'dictionary'],
    [lowerComprehension, 'list_comprehension', 'set_comprehension', 'generator_expression', 'dictionary_comprehension'],
    [lowerLambda, 'lambda'],
    [(low, node) => lowerYield(low, node, 'from'), 'yield'],
  ])
}

function statementsOf({ id }: PythonKinds): Python['statements'] {
  return tabulateEntries(id, [
    ...COMMON_STATEMENTS,
    [lowerChildren, 'block', 'module', 'else_clause', 'finally_clause'],
    [lowerThrowStatement, 'raise_statement'],
    [lowerAssert, 'assert_statement'],
    [lowerForEach, 'for_statement'],
    [lowerWith, 'with_statement'],
    [lowerMatch, 'match_statement'],
    [lowerDefinition, 'function_definition', 'class_definition', 'decorated_definition'],
    [lowerImport, 'import_statement'],
    [lowerImportFrom, 'import_from_statement'],
    [lowerJumpStatement, 'break_statement', 'continue_statement'],
    [lowerDelete, 'delete_statement'],
    [lowerOperands, 'print_statement', 'exec_statement'],
    [skipStatement, 'global_statement', 'nonlocal_statement', 'pass_statement', 'future_import_statement', 'type_alias_statement'],
  ])
}

function targetsOf({ id }: PythonKinds): Python['targets'] {
  return tabulateEntries(id, [
    [assignName, 'identifier'],
    [assignMember, 'attribute', 'subscript'],
    [assignElements, 'pattern_list', 'tuple_pattern', 'list_pattern', 'tuple', 'list'],
    [assignWithin, 'parenthesized_expression', 'as_pattern_target', 'list_splat_pattern'],
  ])
}
