import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { root } from './root.mjs'

/**
 * A regex of the project. `text` is undefined if the pattern is computed in an unsupported way.
 *
 * @typedef {{ path: string, line: number, written: string, text: string | undefined, flags: string, isInterpolated: boolean }} ListedRegex
 */

/** Replaces text that is only known at run time. A `ListedRegex` with such text has `isInterpolated`. */
const UNKNOWN_WORD = 'word'

/**
 * Lists every regex literal and every call of `RegExp` in a file, with constants resolved in this file and those that it imports.
 *
 * @param {string} file
 * @returns {ListedRegex[]}
 */
export function listRegexes(file) {
  const source = parse(file)
  /** @type {ListedRegex[]} */
  const found = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    const place = {
      path: relative(root, file),
      line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
      written: node.getText(source),
    }
    if (ts.isRegularExpressionLiteral(node)) found.push({ ...place, ...splitLiteral(node), isInterpolated: false })
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(source) === 'RegExp')
      found.push({ ...place, ...readCall(node, file) })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** @type {Map<string, ts.SourceFile>} */
const parsed = new Map()

/** @param {string} file */
function parse(file) {
  const source = parsed.get(file) ?? ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  parsed.set(file, source)
  return source
}

/** @param {ts.RegularExpressionLiteral} node */
function splitLiteral({ text }) {
  const end = text.lastIndexOf('/')
  return { text: text.slice(1, end), flags: text.slice(end + 1) }
}

/**
 * @param {ts.NewExpression | ts.CallExpression} call
 * @param {string} file
 */
function readCall({ arguments: given = ts.factory.createNodeArray() }, file) {
  const reader = { isInterpolated: false }
  const [text, flags] = given.map((each) => textOf(each, file, reader))
  return { text, flags: flags ?? '', isInterpolated: reader.isInterpolated }
}

/**
 * The text of a constant expression. Other parts become a word and are recorded. Undefined if the whole expression is not constant.
 *
 * @param {ts.Expression} node
 * @param {string} file
 * @param {{ isInterpolated: boolean }} reader
 * @returns {string | undefined}
 */
function textOf(node, file, reader) {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isRegularExpressionLiteral(node)) return splitLiteral(node).text
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return textOf(node.expression, file, reader)
  if (ts.isIdentifier(node)) return constantOf(node, file, reader)
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source') return textOf(node.expression, file, reader)
  if (ts.isTemplateExpression(node)) return templateText(node, (part) => part.text, file, reader)
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw') return rawText(node.template, file, reader)
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return wordOr(textOf(node.left, file, reader), reader) + wordOr(textOf(node.right, file, reader), reader)
  }
  if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') return readCall(node, file).text
  return ts.isCallExpression(node) ? joinedText(node, file, reader) : undefined
}

/** @type {(template: ts.TemplateLiteral, file: string, reader: { isInterpolated: boolean }) => string} */
function rawText(template, file, reader) {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.rawText ?? template.text
  return templateText(template, (part) => part.rawText ?? part.text, file, reader)
}

/** @type {(template: ts.TemplateExpression, read: (part: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail) => string, file: string, reader: { isInterpolated: boolean }) => string} */
function templateText(template, read, file, reader) {
  const rest = template.templateSpans.map(({ expression, literal }) => wordOr(textOf(expression, file, reader), reader) + read(literal))
  return read(template.head) + rest.join('')
}

/** `[a, b].join('|')` of constants. @type {(call: ts.CallExpression, file: string, reader: { isInterpolated: boolean }) => string | undefined} */
function joinedText(call, file, reader) {
  if (!ts.isPropertyAccessExpression(call.expression) || call.expression.name.text !== 'join') return undefined
  const list = listOf(call.expression.expression, file)
  const separator = call.arguments[0]
  if (list === undefined || separator === undefined || !ts.isStringLiteral(separator)) return undefined
  return list.elements.map((each) => wordOr(textOf(each, list.getSourceFile().fileName, reader), reader)).join(separator.text)
}

/** @type {(node: ts.Expression, file: string) => ts.ArrayLiteralExpression | undefined} */
function listOf(node, file) {
  if (ts.isAsExpression(node)) return listOf(node.expression, file)
  if (ts.isArrayLiteralExpression(node)) return node
  const declared = ts.isIdentifier(node) ? declarationOf(node.text, file) : undefined
  return declared === undefined ? undefined : listOf(declared.value, declared.file)
}

/** @type {(text: string | undefined, reader: { isInterpolated: boolean }) => string} */
function wordOr(text, reader) {
  if (text === undefined) reader.isInterpolated = true
  return text ?? UNKNOWN_WORD
}

/** @type {(node: ts.Identifier, file: string, reader: { isInterpolated: boolean }) => string | undefined} */
function constantOf(node, file, reader) {
  const declared = declarationOf(node.text, file)
  return declared === undefined ? undefined : textOf(declared.value, declared.file, reader)
}

/**
 * The value of a constant that a module declares or imports.
 *
 * @type {(name: string, file: string) => { value: ts.Expression, file: string } | undefined}
 */
function declarationOf(name, file) {
  for (const statement of parse(file).statements) {
    if (ts.isVariableStatement(statement)) {
      for (const each of statement.declarationList.declarations)
        if (each.name.getText() === name && each.initializer) return { value: each.initializer, file }
    }
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier) && statement.moduleSpecifier.text.startsWith('.')) {
      const bindings = statement.importClause?.namedBindings
      const names = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : []
      const taken = names.find((each) => each.name.text === name)
      if (taken !== undefined) return declarationOf((taken.propertyName ?? taken.name).text, join(dirname(file), statement.moduleSpecifier.text))
    }
  }
  return undefined
}
