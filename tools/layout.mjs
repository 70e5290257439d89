/**
 * What each folder of `src/` may import, beside itself. `docs/architecture.md` shows this table to people and `.dependency-cruiser.mjs` turns it into
 * rules; a test compares all three. `packages` are the npm packages it may import; only `node` may import `node:*`.
 *
 * @type {readonly { folder: string, folders: readonly string[], packages: readonly string[] }[]}
 */
export const FOLDERS = [
  { folder: 'model', folders: [], packages: [] },
  { folder: 'text', folders: ['model'], packages: [] },
  { folder: 'engines', folders: ['model'], packages: ['htmlparser2', 're2js', 'smol-toml', 'web-tree-sitter', 'yaml'] },
  { folder: 'languages', folders: ['model', 'engines', 'text'], packages: [] },
  { folder: 'pack', folders: ['model', 'engines', 'text'], packages: [] },
  { folder: 'lint', folders: ['model', 'engines', 'text', 'pack'], packages: [] },
  { folder: 'import', folders: ['model', 'engines', 'text', 'pack'], packages: [] },
  { folder: 'matchers', folders: ['model', 'engines', 'text'], packages: [] },
  { folder: 'flow', folders: ['model'], packages: [] },
  { folder: 'explain', folders: ['model', 'engines', 'text', 'matchers'], packages: [] },
  { folder: 'compile', folders: ['model', 'engines', 'languages', 'matchers'], packages: [] },
  { folder: 'scan', folders: ['model', 'text'], packages: ['@noble/hashes'] },
  { folder: 'evidence', folders: ['model'], packages: [] },
  { folder: 'grade', folders: ['model'], packages: [] },
  { folder: 'focus', folders: ['model', 'engines', 'text'], packages: [] },
  { folder: 'fix', folders: ['model', 'text'], packages: [] },
  { folder: 'triage', folders: ['model', 'text'], packages: [] },
  { folder: 'report', folders: ['model', 'text'], packages: ['picocolors', 'sarif'] },
  { folder: 'node', folders: ['model', 'engines', 'index.ts', 'engine.ts', 'engine-data.ts'], packages: ['tar-stream', 'yauzl'] },
  { folder: 'testing', folders: ['model', 'text', 'index.ts'], packages: [] },
]

/**
 * The subfolders of a folder, lowest first. A file in a subfolder imports only its own subfolder and those before it: never a later one, and never a file of the folder
 * itself. Files of the folder itself compose the subfolders.
 *
 * @type {readonly { root: string, layers: readonly string[] }[]}
 */
export const LAYERS = [
  {
    root: 'src/flow',
    layers: [
      'import-graph',
      'endpoints',
      'program',
      'models',
      'points-to',
      'call-graph',
      'heap',
      'guards',
      'solver',
      'report',
      'frontier',
      'explain',
    ],
  },
  { root: 'src/scan', layers: ['costs', 'triage', 'match', 'follow'] },
]

/** Modules of `src/` that adapters and applications may import. */
export const PUBLIC_DOORS = ['src/index.ts', 'src/node/index.ts', 'src/testing/index.ts']

/**
 * The folders of the larger adapters, lowest first. A file may import files of its own folder and of folders above it in this list, never of its parent folder, and
 * never of a folder below it. The files directly in the adapter, such as `index.ts`, may import every folder.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const ADAPTER_FOLDERS = {
  http: [
    'logging',
    'problems',
    'json',
    'peers',
    'settings/schema',
    'keys/store',
    'callers',
    'body',
    'connections',
    'limits',
    'pages',
    'api',
    'queue',
    'operation',
    'upload',
    'rules',
    'keys',
    'accounts/auth',
    'accounts/pages',
    'accounts',
    'server',
    'settings',
  ],
  workspace: [],
  mcp: ['data', 'session', 'tools'],
  lsp: ['settings', 'convert', 'project', 'rules', 'server'],
  cli: [
    'process',
    'files',
    'output',
    'engine',
    'flags',
    'messages',
    'project',
    'git',
    'trusted',
    'remote/protocol',
    'remote',
    'scan',
    'triage',
    'history',
    'workbench',
    'help',
    'completion',
    'commands/service',
    'commands/rules',
    'commands',
    'program/options',
    'program/subcommands',
    'program/subcommands/service',
    'program',
  ],
  playground: ['share', 'schema', 'engine', 'editor', 'views'],
  web: ['text', 'code', 'keys', 'rules', 'upload', 'result'],
}

/** Modules of the HTTP adapter that the command line may import. */
export const HTTP_ENTRIES = ['adapters/http/index.ts', 'adapters/http/json/schema-check.ts']
