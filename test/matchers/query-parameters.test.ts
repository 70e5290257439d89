import { JS, PY, type Row, testRows } from './test-rows.ts'

const row = (query: string, name: string, code: string): Row => ({ name, match: { query }, code })

testRows('parameters in queries', JS, [
  row('(formal_parameters (parameter (identifier) @match))', 'by their pattern', '(⟦a⟧, { b }) => 1; function f(⟦c⟧) {}'),
  row('(formal_parameters . (parameter (identifier) @match))', 'the first', '(⟦a⟧, b) => 1; ({ c }, d) => 1'),
  row('(formal_parameters . (parameter (_)) . (parameter (identifier) @match) .)', 'the second of two', '(a, ⟦b⟧) => 1; (a, b, c) => 1; (a) => 1'),
  row(
    '(formal_parameters (parameter (object_pattern (shorthand_property_identifier_pattern) @match)))',
    'an object pattern',
    '({ ⟦a⟧ }) => 1; (b) => 1',
  ),
  row('(formal_parameters (parameter [(identifier) (object_pattern)] @match))', 'a choice', '(⟦a⟧, ⟦{ b }⟧, [c]) => 1'),
  row('((formal_parameters (parameter (identifier) @match)) (#eq? @match "req)"))', 'a bracket in a string', '(req) => 1'),
  row('(formal_parameters (parameter (identifier)) @match)', 'with the capture behind it', 'function f(⟦a⟧) {}'),
])

testRows(
  'parameters in queries of TypeScript',
  ['ts', 'tsx'],
  [
    row(
      '(formal_parameters . (parameter (identifier) @match))',
      'with a type, a question mark or a default',
      '(⟦a⟧: A) => 1; (⟦b⟧?: B) => 1; (⟦c⟧ = 1) => 1; (@D() ⟦d⟧) => 1',
    ),
  ],
)

// The grammar of Python has nodes of this name.
testRows('parameters in queries of Python', PY, [row('(parameters (parameter) @match)', 'by the supertype', 'def f(⟦a⟧, ⟦b=1⟧): pass')])
