// Generates types and validators from JSON Schemas: of the rule format, of project settings, and of what the service reads. `--check` writes nothing and fails when a file is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { argv, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import { compile } from 'json-schema-to-typescript'
import { parse } from 'yaml'

const require = createRequire(import.meta.url)
const { Ajv2020 } = require('ajv/dist/2020.js')
const standaloneCode = require('ajv/dist/standalone/index.js').default

/** Schemas of files that authors write. `specs`: the kinds of file, with their definitions. */
const FORMATS = [
  {
    file: 'rules.schema.json',
    types: 'src/model/rule-spec.ts',
    imports: 'Confidence, Severity',
    validator: 'src/pack/validate-spec.generated.ts',
    specs: { isRuleSpec: 'RuleSpec', isSharedSpec: 'SharedSpec', isWordsSpec: 'WordsSpec', isModelSpec: 'ModelSpec', isPackSpec: 'PackSpec' },
  },
  {
    file: 'assay.config.schema.json',
    types: 'src/model/settings-spec.ts',
    imports: 'Severity',
    validator: 'src/pack/validate-settings.generated.ts',
    specs: { isSettingsSpec: 'SettingsSpec' },
  },
]

/** The command line validates the answers of a service, which may be hostile: validation stops at the first error, and unknown fields are dropped. */
const CLIENT = {
  folder: 'adapters/http/api',
  file: 'openapi.yaml',
  out: 'adapters/cli/remote/protocol',
  from: '../../../http/json/schema-check.ts',
  options: { allErrors: false, removeAdditional: 'all', inlineRefs: false },
}

/** Schemas of the service: the validated types and their functions. For an OpenAPI document, the name of a schema. */
const SERVICE = [
  {
    folder: 'adapters/http/settings',
    file: 'settings.schema.json',
    name: 'settings',
    check: 'isSettings',
    type: 'Settings',
    out: 'adapters/http/settings/schema',
    from: '../../json/schema-check.ts',
  },
  { folder: 'adapters/http/api', file: 'openapi.yaml', name: 'upload', check: 'isUpload', type: 'Upload' },
  { folder: 'adapters/http/api', file: 'openapi.yaml', name: 'key-wish', check: 'isKeyWish', type: 'KeyWish' },
  { ...CLIENT, name: 'scan-result', check: 'isScanResult', type: 'ScanResult' },
  { ...CLIENT, name: 'rule-list', check: 'isRuleList', type: 'RuleList' },
]

/** @param {string} name */
const noteOf = (name) => `// Generated from ${name} by \`node tools/build-schema.mjs\`. Change the schema, not this file.\n`

/** Types that already exist in the model, by definition. A test compares their values. */
const MODEL_TYPES = {
  Severity: 'Severity',
  Confidence: 'Confidence',
  Id: 'string',
  Label: 'string',
  Metavariable: 'string',
  Category: 'string',
  Language: 'string',
}

/** Types that contain all keys of another one, which is their base. */
const BASES = {
  NamedMatcherSpec: 'MatcherSpec',
  RelationSpec: 'MatcherSpec',
  ConstraintObject: 'MatcherSpec',
  DocumentSpec: 'ConstraintObject',
  TaintSourceSpec: 'MatcherSpec',
  TaintSinkSpec: 'MatcherSpec',
  TaintSanitizerSpec: 'MatcherSpec',
  PropagatorSpec: 'MatcherSpec',
}

const TYPE_OPTIONS = { bannerComment: '', ignoreMinAndMaxItems: true, style: { semi: false, singleQuote: true, printWidth: 150 } }

/** Without inlining each definition is compiled once: a third of the code. */
const VALIDATOR_OPTIONS = {
  allErrors: true,
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
  unicodeRegExp: false,
  verbose: true,
  messages: false,
  inlineRefs: false,
}

/**
 * Texts are measured in UTF-16 units, as everywhere, which ajv reports as deprecated. Errors of inlined definitions are appended instead of
 * concatenated, so that many errors take linear time.
 */
const SERVICE_OPTIONS = { unicode: false, logger: false, inlineRefs: true }

const outputs = {}
for (const format of FORMATS) {
  const schema = JSON.parse(readFileSync(path(format.file), 'utf8'))
  outputs[format.types] = await generateTypes(format, schema)
  outputs[format.validator] = generateValidator(format, schema)
}
for (const one of SERVICE) Object.assign(outputs, await generateOfService(one))
const stale = Object.keys(outputs).filter((name) => read(name) !== outputs[name])
if (!argv.includes('--check')) for (const name of stale) writeFileSync(path(name), outputs[name])
else if (stale.length > 0) {
  console.error(`Out of date with their schemas: ${stale.join(', ')}. Run \`npm run build:schema\`.`)
  exit(1)
}

/** One exported type for each definition with an upper-case name. The others are keys, which are inlined. */
async function generateTypes({ file, imports }, schema) {
  const names = Object.keys(schema.$defs).filter((name) => isType(name) && !(name in MODEL_TYPES))
  const types = []
  for (const name of names) types.push(await generateType(name, schema))
  return `${noteOf(file)}import type { ${imports} } from './severity.ts'\n\n${types.join('\n\n')}\n`
}

async function generateType(name, schema) {
  const definition = schema.$defs[name]
  const base = BASES[name]
  const own = base === undefined ? definition : { ...definition, properties: ownProperties(definition, base, schema) }
  const source = await compile(toTypeSource(own, schema), name, TYPE_OPTIONS)
  const short = source
    .replace(/\n *\*\n *\* @minItems \d+/g, '')
    .replace(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */')
    .trim()
  return base === undefined ? short : short.replace(` ${name} {`, ` ${name} extends ${baseType(definition, base, schema)} {`)
}

/** The keys that the base does not have, or has otherwise. */
function ownProperties(definition, base, schema) {
  const inherited = schema.$defs[base].properties
  return Object.fromEntries(Object.entries(definition.properties).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(inherited[key])))
}

function baseType(definition, base, schema) {
  const changed = Object.keys(ownProperties(definition, base, schema)).filter((key) => key in schema.$defs[base].properties)
  return changed.length === 0 ? base : `Omit<${base}, ${changed.map((key) => `'${key}'`).join(' | ')}>`
}

/** The definition in the form that json-schema-to-typescript needs: references to types by name, inlined keys, no conditions between keys. */
function toTypeSource(node, schema) {
  if (Array.isArray(node)) return node.map((item) => toTypeSource(item, schema))
  if (typeof node !== 'object' || node === null) return node
  const { $ref, examples, oneOf, dependentRequired, propertyNames, minProperties, ...rest } = node
  const name = $ref?.slice('#/$defs/'.length)
  if (name !== undefined && !isType(name)) return toTypeSource({ ...schema.$defs[name], ...rest }, schema)
  if (name !== undefined) return { ...rest, tsType: MODEL_TYPES[name] ?? name }
  const conditions = Array.isArray(rest.anyOf) && rest.anyOf.every((branch) => 'required' in branch)
  if (conditions) delete rest.anyOf
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, toTypeSource(value, schema)]))
}

/**
 * An ES module without imports, because code generation at run time is disabled in browsers with a strict policy. Errors include their schema, whose
 * keys are used for hints.
 */
function generateValidator({ file, types, specs }, schema) {
  const checks = Object.entries(specs).map(([check, name]) => [check, `rules#/$defs/${name}`])
  const code = compileChecks(withoutHelp(schema, schema), 'rules', Object.fromEntries(checks))
  const names = Object.values(specs).sort()
  const imports = `import type { ${names.join(', ')} } from '../${types.slice('src/'.length)}'\nimport type { SpecCheck } from './spec-check.ts'\n`
  const typed = code.replace(
    /export const (is\w+)/g,
    (text, check) => `\n/** Checks by the schema. Its \`errors\` are those of the last call. */\n${text}: SpecCheck<${specs[check]}>`,
  )
  return `${noteOf(file)}// @ts-nocheck\n${imports}${typed}\n`
}

/** The types that a schema of the service is of, and the function that checks for them. */
async function generateOfService({ folder, file, name, check, type, out = folder, from = '../json/schema-check.ts', options = {} }) {
  const whole = readServiceSchema(`${folder}/${file}`, type)
  const types = await compile(toNamedTypes(whole, whole.$defs), type, { ...TYPE_OPTIONS, additionalProperties: false })
  const short = types.replace(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */')
  const code = compileChecks(withoutHelp(whole, whole), name, { [check]: `${name}#` }, { ...SERVICE_OPTIONS, ...options })
  const imports = `import type { ${type} } from './${name}-spec.generated.ts'\nimport type { SchemaCheck } from '${from}'\n`
  const comment = '/** Checks by the schema. Its `errors` are those of the last call. */'
  const typed = code.replace(`export const ${check}`, `\n${comment}\nexport const ${check}: SchemaCheck<${type}>`)
  return {
    [`${out}/${name}-spec.generated.ts`]: `${noteOf(file)}\n${short.trim()}\n`,
    [`${out}/validate-${name}.generated.ts`]: `${noteOf(file)}// @ts-nocheck\n${imports}${typed}\n`,
  }
}

/** A schema file, or one schema of an OpenAPI document with the schemas that it refers to. */
function readServiceSchema(file, type) {
  const text = readFileSync(path(file), 'utf8')
  if (file.endsWith('.json')) return JSON.parse(text)
  const { schemas } = parse(text).components
  const local = JSON.parse(JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/$defs/'))
  const used = new Set([type])
  for (const name of used) for (const [, other] of JSON.stringify(local[name]).matchAll(/"#\/\$defs\/(\w+)"/g)) used.add(other)
  used.delete(type)
  return { ...local[type], $defs: Object.fromEntries([...used].map((name) => [name, local[name]])) }
}

/** Functions that check by parts of a schema, as code of a module. */
function compileChecks(checked, name, checks, options = {}) {
  const ajv = new Ajv2020({ ...VALIDATOR_OPTIONS, ...options, code: { source: true, esm: true, optimize: 2 } })
  ajv.addVocabulary(['wanted'])
  ajv.addSchema(checked, name)
  const code = standaloneCode(ajv, checks).replace('"use strict";', '')
  if (/\brequire\(|^import |\beval\(|new Function/m.test(code))
    throw new Error('The validator needs more than itself at run time: some keyword of the schema asks for it.')
  return code
}

/**
 * The schema in the form that json-schema-to-typescript needs: definitions with an upper-case name are types, which a description next to a reference
 * would duplicate; others are inlined.
 */
function toNamedTypes(node, definitions) {
  if (Array.isArray(node)) return node.map((item) => toNamedTypes(item, definitions))
  if (typeof node !== 'object' || node === null) return node
  const { $ref, wanted, ...rest } = node
  const name = $ref?.slice('#/$defs/'.length)
  if (name !== undefined && isType(name)) return { $ref }
  if (name !== undefined) return toNamedTypes({ ...definitions[name], ...rest }, definitions)
  const kept = Object.entries(rest).map(([key, value]) => [key, key === '$defs' ? typesAmong(value) : value])
  return Object.fromEntries(kept.map(([key, value]) => [key, toNamedTypes(value, definitions)]))
}

function typesAmong(definitions) {
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => isType(name)))
}

/** The schema for the validator, without descriptions. */
function withoutHelp(node, schema, named = false) {
  if (Array.isArray(node)) return node.map((item) => withoutHelp(item, schema))
  if (typeof node !== 'object' || node === null) return node
  // A reference would remove the key's name from the error.
  const name = node.propertyNames?.$ref?.slice('#/$defs/'.length)
  if (name !== undefined) return withoutHelp({ ...node, propertyNames: schema.$defs[name] }, schema, named)
  const kept = Object.entries(node).filter(([key]) => named || !['title', 'description', 'examples'].includes(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutHelp(value, schema, !named && ['properties', '$defs'].includes(key))]))
}

function isType(name) {
  return /^[A-Z]/.test(name)
}

function read(name) {
  try {
    return readFileSync(path(name), 'utf8')
  } catch {
    return undefined
  }
}

function path(name) {
  return fileURLToPath(new URL(`../${name}`, import.meta.url))
}
