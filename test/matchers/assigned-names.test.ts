import { JS, PY, testRows } from './test-rows.ts'

testRows('names that a pattern assigns to', PY, [
  { name: 'a constant is assigned', match: { pattern: 'DEBUG = True' }, code: '⟦DEBUG = True⟧\nSAFE = True\nDEBUG = False\n' },
  { name: 'a number is assigned', match: { pattern: 'LIMIT = 1' }, code: 'OTHER = 1\n⟦LIMIT = 1⟧\n' },
])

testRows('names that a pattern declares', JS, [
  { name: 'a constant is declared', match: { pattern: 'const debug = true' }, code: 'const other = true; ⟦const debug = true⟧' },
])
