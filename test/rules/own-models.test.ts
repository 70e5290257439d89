import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Finding } from '../../src/index.ts'
import { loadPacks } from '../../src/pack/load-packs.ts'
import { builtInModels } from '../flow/built-in-models.ts'
import { openFlowScanner } from '../flow/open-flow-scanner.ts'

/** A model of a library that nobody knows, and a program in which it decides what is reported: on lines with `BAD`, and on no others. */
interface Case {
  readonly name: string
  readonly language?: 'python'
  readonly model: string
  readonly code: string
}

const MODELS: readonly Case[] = [
  {
    name: 'callbacks: elements go to the function, and its results to the list',
    model: 'callbacks: [{ call: acme.collect, passes: { "Parameter[1]": "Argument[0].Element" }, returns: ReturnValue.Element }]',
    code: `
import { collect } from 'acme'
const made = collect([source()], (index, each) => {
  strict(each) // BAD
  strict(index)
  return each
})
strict(made[0]) // BAD`,
  },
  {
    name: 'callbacks: properties of an argument',
    model: 'callbacks: [{ call: acme.open, passes: { "Parameter[0]": "Argument[0].Property[name]" } }]',
    code: `
import { open } from 'acme'
open({ name: source() }, (name) => strict(name)) // BAD
open({ size: source() }, (name) => strict(name))`,
  },
  {
    name: 'callbacks: methods of any object',
    model: 'callbacks: [{ call: "**.eachAcme", passes: { "Parameter[0]": Receiver.Element } }]',
    code: `
function show(list) {
  list.eachAcme((each) => strict(each)) // BAD
}
show([source()])`,
  },
  {
    name: 'callbacks: arguments behind the function',
    language: 'python',
    model: 'callbacks: [{ call: acme.later, rest: 1, returns: ReturnValue }]',
    code: `
import acme
def show(x):
    strict(x)  # BAD
acme.later(show, 5, source())`,
  },
  {
    name: 'operations: a container of a library',
    model: 'flows: [{ call: "acme.Bag().put", operation: insert }, { call: "acme.Bag().draw", operation: element }]',
    code: `
import { Bag } from 'acme'
const bag = new Bag()
bag.put(source())
strict(bag.draw()) // BAD`,
  },
  {
    name: 'operations: nothing comes out',
    language: 'python',
    model: 'flows: [{ call: acme.measure, operation: clean }]',
    code: `
import acme
sink(acme.measure(source()))
sink(acme.other(source()))  # BAD`,
  },
  {
    name: 'operations: tags of templates',
    model: 'flows: [{ call: "**.acmeSql", template: true, operation: clean }]',
    code: `
import { acmeSql } from 'acme'
sink(acmeSql\`select \${source()}\`)
sink(acmeSql(source())) // BAD`,
  },
  {
    name: 'types: a call that never returns',
    model: 'types: [{ call: acme.stop, returns: never }]',
    code: `
import { stop, go } from 'acme'
function show(x) {
  if (x) stop()
  else return
  sink(x)
}
function other(x) {
  if (x) go()
  else return
  sink(x) // BAD
}
show(source())
other(source())`,
  },
  {
    name: 'types: a namespace whose functions work on their first argument',
    model: 'flows: [{ call: acme.first, operation: element }]\ntypes: [{ import: acme, kind: namespace }]',
    code: `
import * as acme from 'acme'
strict(acme.first([source()])) // BAD
sink(acme.first(['a']))`,
  },
  {
    name: 'barriers: a check of an argument',
    model: 'barriers: [{ call: acme.isWord, value: "Argument[0]", when: true, allows: "[a-z]+" }]',
    code: `
import { isWord } from 'acme'
function show(x) {
  if (isWord(x)) sink(x)
  else sink(x) // BAD
}
show(source())`,
  },
  {
    name: 'barriers: a check that throws',
    language: 'python',
    model: 'barriers: [{ call: acme.touch, value: "Argument[1]", when: returns, allows: "[a-z]+" }]',
    code: `
import acme
def show(x):
    acme.touch('word', x)
    sink(x)
def other(x):
    acme.other('word', x)
    sink(x)  # BAD
show(source())
other(source())`,
  },
  {
    name: 'barriers: an element of a list of constants',
    model: 'barriers: [{ call: acme.oneOf, value: "Argument[0]", when: true, member-of: "Argument[1]" }]',
    code: `
import { oneOf } from 'acme'
function show(x, list) {
  if (oneOf(x, ['a', 'b'])) sink(x)
  if (oneOf(x, list)) sink(x) // BAD
}
show(source(), source())`,
  },
  {
    name: 'barriers: a result without some characters',
    model: 'barriers: [{ call: acme.slug, value: ReturnValue, allows: "[a-z0-9-]*" }]',
    code: `
import { slug, other } from 'acme'
sink(slug(source()))
sink(other(source())) // BAD`,
  },
  {
    name: 'types: a call that returns its argument',
    model: 'types: [{ call: acme.wrapped, returns: "Argument[0]" }]',
    code: `
import { wrapped } from 'acme'
const show = wrapped((x) => strict(x)) // BAD
show(source())`,
  },
]

describe('models of own libraries', () => {
  it.each(MODELS)('$name', async ({ language, model, code }) => {
    const path = language === 'python' ? 'main.py' : 'main.js'
    const text = `library: acme\nlanguages: [${language ?? 'javascript'}]\n${model}\n`
    const lines = code.split('\n')
    const expected = lines.flatMap((line, index) => (line.includes('BAD') ? [index + 1] : []))
    const report = async (models: typeof builtInModels): Promise<readonly number[]> => {
      const scanner = await openFlowScanner({}, models)
      const { findings } = await scanner.scan([{ path, content: code }])
      await scanner.close()
      return linesOf(findings)
    }
    expect(await report([...builtInModels, { path: 'models/acme.yaml', text }])).toEqual(expected)
    // Without the model the program is reported in another way, so the model decides it.
    expect(await report(builtInModels)).not.toEqual(expected)
  })
})

function linesOf(findings: readonly Finding[]): readonly number[] {
  return [...new Set(findings.map(({ line }) => line))].toSorted((left, right) => left - right)
}

const MISTAKES = [
  { name: 'an unknown verb', model: 'callback: []', line: 3, word: 'callbacks' },
  { name: 'an unknown key of a row', model: 'callbacks:\n  - { call: a, pass: {} }', line: 4, word: 'passes' },
  { name: 'a parameter that is none', model: 'callbacks:\n  - { call: a, passes: { "Param[0]": Receiver } }', line: 4, word: 'Parameter' },
  { name: 'an unknown operation', model: 'flows:\n  - { call: a, operation: inserts }', line: 4, word: 'insert' },
  {
    name: 'an operation beside places',
    model: 'flows:\n  - { call: a, from: Receiver, to: ReturnValue, operation: insert }',
    line: 4,
    word: 'one of',
  },
  { name: 'an unknown kind', model: 'types:\n  - { call: a, kind: app }', line: 4, word: 'application' },
  { name: 'a type that says nothing', model: 'types:\n  - { call: a }', line: 4, word: '`returns`' },
  { name: 'a barrier without a proof', model: 'barriers:\n  - { call: a, value: ReturnValue }', line: 4, word: '`allows`' },
  { name: 'an unknown context', model: 'barriers:\n  - { call: a, value: ReturnValue, escapes: [htlm] }', line: 4, word: 'html' },
  { name: 'no verb', model: '', line: 1, word: '`callbacks`' },
]

describe('mistakes in models', () => {
  it.each(MISTAKES)('$name', ({ model, line, word }) => {
    const text = `library: acme\nlanguages: [javascript]\n${model}\n`
    const folder = { name: 'own', rules: [], shared: [], models: [{ path: 'models/acme.yaml', text }], packs: [], whole: true }
    const { diagnostics } = loadPacks({ folders: [folder], wanted: [] })
    const found = diagnostics.filter(({ file }) => file === 'models/acme.yaml')
    expect(found.length).toBeGreaterThan(0)
    expect(found.map((each) => each.line)).toContain(line)
    expect(found.map(({ message, hint }) => `${message} ${hint ?? ''}`).join('\n')).toContain(word)
  })
})

it('every built-in model names its languages and one library', () => {
  expect(builtInModels.filter(({ text }) => typeof parse(text).library !== 'string')).toEqual([])
})
