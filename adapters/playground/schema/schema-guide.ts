import type { SchemaNode } from './schema-node.ts'

/** A step from a value into it: a key, or `[]` for an item of a list. */
export type SchemaPath = readonly string[]

/** A key that is allowed at some place. */
export interface SchemaKey {
  readonly key: string
  readonly description: string
  readonly isRequired: boolean
  /** What the value can be. */
  readonly takes: 'map' | 'list' | 'value'
}

/** Answers questions about places in a rule file. */
export interface SchemaGuide {
  /** The keys of the map at a path. */
  keysAt(path: SchemaPath): readonly SchemaKey[]
  /** The fixed values at a path. */
  valuesAt(path: SchemaPath): readonly string[]
  /** What the schema says about the key or value at a path. */
  describe(path: SchemaPath): SchemaText | undefined
}

export interface SchemaText {
  readonly description: string
  readonly values: readonly string[]
  readonly examples: readonly string[]
}

/** Reads the schema of rule files as completion and help. `root` names the definition of the whole file. */
export function createSchemaGuide(schema: SchemaNode, root: string): SchemaGuide {
  const definitions = schema.$defs ?? {}
  const start: SchemaNode = definitions[root] ?? schema
  const resolve = (node: SchemaNode): readonly SchemaNode[] => expand(node, definitions)
  const nodesAt = (path: SchemaPath): readonly SchemaNode[] =>
    path.reduce<readonly SchemaNode[]>((nodes, step) => nodes.flatMap(resolve).flatMap((node) => stepInto(node, step)), [start])
  return {
    keysAt: (path) => listKeys(nodesAt(path).flatMap(resolve), resolve),
    valuesAt: (path) => [...new Set(nodesAt(path).flatMap(resolve).flatMap(listValues))],
    describe: (path) => describeNodes(nodesAt(path), resolve),
  }
}

/** The node with everything that it refers to and its alternatives. */
function expand(node: SchemaNode, definitions: Readonly<Record<string, SchemaNode>>): readonly SchemaNode[] {
  const named = node.$ref === undefined ? undefined : definitions[node.$ref.replace('#/$defs/', '')]
  const others = [...(named ? [named] : []), ...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])]
  return [node, ...others.flatMap((each) => expand(each, definitions))]
}

function stepInto(node: SchemaNode, step: string): readonly SchemaNode[] {
  if (step === '[]') return node.items ? [node.items] : []
  const property = node.properties?.[step]
  if (property) return [property]
  return typeof node.additionalProperties === 'object' ? [node.additionalProperties] : []
}

function listKeys(nodes: readonly SchemaNode[], resolve: (node: SchemaNode) => readonly SchemaNode[]): readonly SchemaKey[] {
  const required = new Set(nodes.flatMap(({ required: names = [] }) => names))
  const keys = new Map<string, SchemaKey>()
  for (const [key, node] of nodes.flatMap(({ properties = {} }) => Object.entries(properties))) {
    const parts = resolve(node)
    const takes = parts.some(({ type }) => type === 'object') ? 'map' : parts.some(({ type }) => type === 'array') ? 'list' : 'value'
    keys.set(key, { key, description: firstDescription([node], resolve), isRequired: required.has(key), takes })
  }
  return [...keys.values()]
}

function listValues({ enum: values = [], const: value, type }: SchemaNode): readonly string[] {
  const all = [...values, ...(value === undefined ? [] : [value]), ...(type === 'boolean' ? [true, false] : [])]
  return all.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
}

function describeNodes(nodes: readonly SchemaNode[], resolve: (node: SchemaNode) => readonly SchemaNode[]): SchemaText | undefined {
  const description = firstDescription(nodes, resolve)
  if (description === '') return undefined
  const parts = nodes.flatMap(resolve)
  const examples = parts.find((part) => part.examples !== undefined)?.examples ?? []
  return { description, values: [...new Set(parts.flatMap(listValues))], examples: examples.map((example) => JSON.stringify(example)) }
}

function firstDescription(nodes: readonly SchemaNode[], resolve: (node: SchemaNode) => readonly SchemaNode[]): string {
  return nodes.flatMap(resolve).find(({ description }) => description !== undefined)?.description ?? ''
}
