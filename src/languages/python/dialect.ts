import type { Dialect, LexicalSyntax } from '../../model/language.ts'
import { notebooks } from '../hosts/notebooks.ts'
import { bindSyntax } from './bind-syntax.ts'
import { writePlainer } from './write-plainer.ts'

const lexical: LexicalSyntax = { quotes: ['"""', "'''", '"', "'"], multiline: ['"""', "'''"], hasRegex: false }

export const python: Dialect = {
  id: 'python',
  language: 'python',
  extensions: ['.py', '.pyi', '.pyw'],
  declarations: /\.pyi$/i,
  fileNames: ['SConstruct', 'SConscript', 'wscript'],
  interpreters: ['python', 'python2', 'python3', 'uv'],
  comments: { line: ['#'], block: [] },
  hosts: [notebooks],
  code: { name: 'Python', grammar: 'tree-sitter-python', lexical, bind: bindSyntax, writePlainer },
}
