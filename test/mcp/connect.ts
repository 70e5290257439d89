import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { MAIN } from '../cli/run-assay.ts'

/** The rules of these tests: a secret and a data flow, so that servers start quickly. */
export const RULES = {
  'assay.config.yaml': 'packs: []\nrules: [rules]\n',
  'rules/shell.yaml': `id: shell
title: Shell command from a request
severity: high
confidence: high
category: injection
cwe: [CWE-78]
languages: [javascript]
description: A request reaches a shell.
message: "\`$SOURCE\` reaches a shell at \`$SINK\`."
fix: Use execFile.
taint:
  sources: [{ pattern: 'req.query.$NAME' }]
  sinks: [{ pattern: 'exec($ARG)' }]
`,
  'rules/token.yaml': `id: token
title: Token in code
severity: high
confidence: high
category: secrets
cwe: [CWE-798]
languages: [text]
description: A token is in the code.
match:
  regex: 'tok_[a-z0-9]{20}'
`,
}

/** Starts `assay mcp` in a folder and connects the client of the official SDK, which the caller closes. */
export async function connect(folder: string, words: readonly string[] = []) {
  const transport = new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp', '.', ...words], cwd: folder, stderr: 'pipe' })
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  return client
}
