import type { Dialect } from '../../model/language.ts'
import { pages } from '../hosts/page-formats.ts'
import { disambiguateAwait } from './await-calls.ts'
import { bindSyntax } from './bind-syntax.ts'
import { lexicalSyntax } from './lexical-syntax.ts'
import { writePlainer } from './write-plainer.ts'

/** JavaScript with JSX. */
export const javascript: Dialect = {
  id: 'javascript',
  language: 'javascript',
  extensions: ['.js', '.jsx', '.mjs', '.cjs', '.es6'],
  fileNames: ['Jakefile'],
  interpreters: ['node', 'bun'],
  comments: { line: ['//'], block: [['/*', '*/']] },
  hosts: [pages],
  code: {
    name: 'JavaScript',
    grammar: 'tree-sitter-javascript',
    lexical: lexicalSyntax,
    bind: bindSyntax,
    writePlainer,
    disambiguate: disambiguateAwait,
  },
}
