import type { Dialect } from '../../model/language.ts'
import { astroPages, svelteComponents, vueComponents } from '../hosts/page-formats.ts'
import { bindSyntax } from '../javascript/bind-syntax.ts'
import { findDecorated } from '../javascript/compiled/find-decorated.ts'
import { restoreDecorators } from '../javascript/compiled/restore-decorators.ts'
import { spellDecorators } from '../javascript/compiled/spell-decorators.ts'
import { lexicalSyntax } from '../javascript/lexical-syntax.ts'
import { writePlainer } from '../javascript/write-plainer.ts'

const shared = { language: 'typescript', fileNames: [], comments: { line: ['//'], block: [['/*', '*/']] } } as const

/** TypeScript: its grammar is JavaScript's with types, so all of JavaScript's reading serves it. */
export const typescript: Dialect = {
  ...shared,
  id: 'typescript',
  extensions: ['.ts', '.mts', '.cts'],
  declarations: /\.d\.[cm]?ts$/i,
  interpreters: ['deno', 'ts-node', 'tsx'],
  unless: /^\s{0,99}<(?:\?xml|!DOCTYPE\s|TS\b)/,
  hosts: [vueComponents, svelteComponents, astroPages],
  compiled: { extensions: ['.js', '.mjs', '.cjs'], recognise: (text) => findDecorated(text).length > 0, spell: spellDecorators },
  code: {
    name: 'TypeScript',
    grammar: 'tree-sitter-typescript',
    lexical: lexicalSyntax,
    bind: bindSyntax,
    writePlainer,
    disambiguate: restoreDecorators,
  },
}

/** TypeScript with JSX: a grammar of its own, since `<T>x` is a cast in one and an element in the other. */
export const tsx: Dialect = {
  ...shared,
  id: 'tsx',
  extensions: ['.tsx'],
  interpreters: [],
  code: { name: 'TypeScript', grammar: 'tree-sitter-tsx', lexical: lexicalSyntax, bind: bindSyntax, writePlainer },
}
