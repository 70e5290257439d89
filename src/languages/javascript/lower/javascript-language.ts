import type { Language } from '../../lowering/language.ts'
import { lowerList, lowerLiteral, lowerMember, lowerOperand } from '../../lowering/lower-expression.ts'
import { lowerForEach } from '../../lowering/lower-loop.ts'
import { COMMON_STATEMENTS, lowerThrowStatement, skipStatement } from '../../lowering/lower-statement.ts'
import { assignElements, assignMember, assignName, assignWithin } from '../../lowering/lower-target.ts'
import { load } from '../../lowering/values.ts'
import { lowerChildren } from '../../lowering/visit-nodes.ts'
import { tabulateEntries } from '../../symbols/kind-table.ts'
import type { NodeKinds } from '../node-kinds.ts'
import { guardElements } from './element-guards.ts'
import { conditionForm } from './condition-form.ts'
import { isConstantCollection } from './constant-collection.ts'
import { convertedOperand } from './converted-operand.ts'
import { derivedFrom } from './derived-from.ts'
import { isLoopVariable } from './element-comparison.ts'
import { accessPathOf, factsOn } from './guarded-expressions.ts'
import { SEPARATORS } from './separators.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { knownTruth, returnedTruth } from './known-truth.ts'
import { lowerCallExpression } from './lower-call-expression.ts'
import { lowerClass } from './lower-class.ts'
import { lowerObject } from './lower-collection.ts'
import * as expression from './lower-expression.ts'
import { lowerFunctionValue } from './lower-functions.ts'
import { lowerInterface } from './lower-interface.ts'
import { lowerElement } from './lower-jsx.ts'
import { labelOf, loopElement, lowerDo, lowerFor, lowerLabelled } from './lower-loop.ts'
import { lowerExport, lowerImport, lowerNamespace } from './lower-module.ts'
import { lowerCoarsely, lowerName } from './lower-names.ts'
import { lowerAssignmentExpression, lowerAugmented, lowerBinary } from './lower-operators.ts'
import { assignDefault, assignProperties, memberAssigned } from './lower-pattern.ts'
import { lowerRegex } from './lower-regex.ts'
import { lowerCatch, lowerDeclaration, lowerJumpStatement, lowerStatements, lowerSwitchStatement } from './lower-statement.ts'
import { constantKey } from './property-name.ts'
import { declaresFunctionAfter, otherCondition, parameterTermAt } from './read-branch-condition.ts'
import { isRegexMatch, otherFacts } from './read-condition.ts'
import { queryFacts } from './query-facts.ts'
import { readReturnedFacts } from './read-returned-facts.ts'
import { readReturnedProperties } from './read-returned-properties.ts'
import { REJECTING_NAME } from './rejection-facts.ts'
import { lowerRequestData } from './request-schema.ts'

type JavaScript = Language<JavaScriptLowering>

/** How the node types of JavaScript and TypeScript are lowered. */
export function bindLanguage(kinds: NodeKinds): JavaScript {
  const { id, field } = kinds
  return {
    expressions: expressionsOf(kinds),
    statements: statementsOf(kinds),
    targets: targetsOf(kinds),
    handlers: tabulateEntries(id, [[lowerCatch, 'catch_clause']]),
    members: tabulateEntries(id, [
      [{ object: field.object, key: field.property, isComputed: false }, 'member_expression'],
      [{ object: field.object, key: field.index, isComputed: true }, 'subscript_expression'],
    ]),
    assignments: new Set([id.assignment_expression, id.augmented_assignment_expression]),
    call: id.call_expression,
    bindsComputedReceiver: true,
    restTarget: id.rest_pattern,
    lowerCoarsely,
    finishExpression: (low, node, made) => (low.usesRequestSchemas ? lowerRequestData(low, node, made) : made),
    lowerName,
    constantKey,
    accessPathOf,
    memberAssigned,
    labelOf,
    loopElement,
    guardElements,
    conditionForm,
    otherFacts,
    otherCondition,
    parameterTermAt,
    factsOn,
    derivedFrom,
    isRegexMatch,
    isLoopVariable,
    queryFacts,
    isConstantCollection,
    convertedOperand,
    separators: SEPARATORS,
    knownTruth,
    declaresFunctionAfter,
    returnedTruth,
    readReturnedFacts,
    readReturnedProperties,
    rejection: { name: REJECTING_NAME, checksReceiver: false },
  }
}

function expressionsOf({ id }: NodeKinds): JavaScript['expressions'] {
  const list = { spread: id.spread_element, keepsIndexes: false, elementOf: elementOfSpread }
  return tabulateEntries(id, [
    [lowerName, 'identifier', 'shorthand_property_identifier', 'type_identifier'],
    [lowerLiteral, 'string', 'number', 'true', 'false', 'null', 'undefined'],
    [lowerOperand, 'parenthesized_expression', 'await_expression', 'non_null_expression', 'satisfies_expression', 'instantiation_expression'],
    [lowerOperand, 'computed_property_name', 'jsx_expression', 'spread_element'],
    [lowerMember, 'member_expression', 'subscript_expression'],
    [lowerCallExpression, 'call_expression', 'new_expression'],
    [lowerFunctionValue, 'arrow_function', 'function_expression', 'generator_function'],
    [lowerClass, 'class'],
    [lowerObject, 'object'],
    [(low, node) => lowerList(low, node, list), 'array'],
    [lowerBinary, 'binary_expression'],
    [lowerAssignmentExpression, 'assignment_expression'],
    [lowerAugmented, 'augmented_assignment_expression'],
    [expression.lowerYieldExpression, 'yield_expression'],
    [expression.lowerThis, 'this'],
    [expression.lowerSuper, 'super'],
    [expression.lowerCast, 'as_expression'],
    [expression.lowerSequence, 'sequence_expression', 'type_assertion'],
    [expression.lowerTernary, 'ternary_expression'],
    [expression.lowerUnaryExpression, 'unary_expression', 'update_expression'],
    [expression.lowerTemplateString, 'template_string'],
    [expression.lowerThrowExpression, 'throw_statement'],
    [lowerRegex, 'regex'],
    [lowerElement, 'jsx_element', 'jsx_self_closing_element'],
    [lowerNamespace, 'internal_module', 'module'],
  ])
}

function elementOfSpread(low: JavaScriptLowering, value: number, node: number): number {
  return load(low, value, undefined, node)
}

function statementsOf({ id }: NodeKinds): JavaScript['statements'] {
  return tabulateEntries(id, [
    ...COMMON_STATEMENTS,
    [lowerDeclaration, 'lexical_declaration', 'variable_declaration'],
    [lowerStatements, 'statement_block', 'program', 'else_clause', 'finally_clause', 'ambient_declaration'],
    [lowerChildren, 'function_signature', 'import_alias'],
    [lowerThrowStatement, 'throw_statement'],
    [lowerFor, 'for_statement'],
    [lowerForEach, 'for_in_statement'],
    [lowerDo, 'do_statement'],
    [lowerSwitchStatement, 'switch_statement'],
    [lowerLabelled, 'labeled_statement'],
    [lowerJumpStatement, 'break_statement', 'continue_statement'],
    [lowerClass, 'class_declaration', 'abstract_class_declaration'],
    [lowerImport, 'import_statement'],
    [lowerExport, 'export_statement'],
    [lowerInterface, 'interface_declaration', 'type_alias_declaration'],
    // Functions are lowered at the start of their block.
    [skipStatement, 'function_declaration', 'generator_function_declaration', 'enum_declaration'],
  ])
}

function targetsOf({ id }: NodeKinds): JavaScript['targets'] {
  return tabulateEntries(id, [
    [assignName, 'identifier', 'shorthand_property_identifier_pattern'],
    [assignMember, 'member_expression', 'subscript_expression'],
    [assignDefault, 'assignment_pattern', 'object_assignment_pattern'],
    [assignProperties, 'object_pattern'],
    [assignElements, 'array_pattern'],
    [assignWithin, 'rest_pattern', 'parenthesized_expression', 'non_null_expression', 'as_expression'],
    [assignWithin, 'variable_declarator', 'lexical_declaration', 'variable_declaration'],
  ])
}
