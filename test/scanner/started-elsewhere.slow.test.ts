import { expect, it } from 'vitest'
import { Parser } from 'web-tree-sitter'
import { createScanner } from '../../src/node/index.ts'

const FILES = [
  { path: 'app.js', content: "const { exec } = require('child_process')\napp.get('/', (req, res) => exec(`ls ${req.query.folder}`, res.send))\n" },
  { path: 'app.py', content: "import os\nfrom flask import request\n\ndef show():\n    os.system('ls ' + request.args['folder'])\n" },
  { path: 'Page.tsx', content: 'export const Page = (props: Props): Element => <p dangerouslySetInnerHTML={{ __html: props.text }} />\n' },
]

// In a separate file, because tree-sitter starts once per process.
it('a scanner finds the same if other code has started tree-sitter', async () => {
  await Parser.init()
  const scanner = await createScanner({ packs: ['full'] })
  const { findings, partial } = await scanner.scan(FILES)
  await scanner.close()
  expect(findings.map(({ file, rule }) => `${file} ${rule}`)).toEqual([
    'app.js command-injection',
    'app.py command-injection',
    'Page.tsx xss-react-html',
  ])
  expect(partial).toEqual([])
})
