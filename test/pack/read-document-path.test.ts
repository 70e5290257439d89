import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePath } from '../../src/matchers/document/parse-path.ts'
import { readDocumentPath } from '../../src/pack/read-document-path.ts'

test('the loader accepts the same paths as the matcher, and knows their bindings', () => {
  const piece = fc.constantFrom(
    'a',
    'b-c',
    '.',
    '.',
    '.',
    '*',
    '**',
    '[*]',
    '[0]',
    '[-1]',
    '[',
    ']',
    '$NAME',
    '$x',
    '$',
    '"q.k"',
    '"',
    '\\"',
    ' ',
    '[x]',
    '1',
    '/',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 7 }), (pieces) => {
      const path = pieces.join('')
      const parsed = parsePath(path)
      const { names, fault } = readDocumentPath(path)
      expect(fault === undefined).toBe(parsed.kind === 'path')
      if (parsed.kind === 'path') expect(names).toEqual(parsed.segments.flatMap((segment) => (segment.kind === 'bound-key' ? [segment.name] : [])))
    }),
    { numRuns: 3000 },
  )
})
