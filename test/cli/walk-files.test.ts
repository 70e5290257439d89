import { expect, test } from 'vitest'
import { PACKAGE_FOLDERS } from '../../src/node/walk-files.ts'
import { recogniseVendored } from '../../src/scan/triage/recognise-skip-vendored.ts'

test.each([...PACKAGE_FOLDERS])('%s, which is not entered, is vendored to the scan too', (folder) => {
  expect(recogniseVendored(`src/${folder}/a.js`)).toBeDefined()
})
