import { ADAPTER_FOLDERS, FOLDERS, HTTP_ENTRIES, LAYERS, PUBLIC_DOORS } from './tools/layout.mjs'

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const anyOf = (texts) => `(?:${texts.map(escape).join('|')})`

/** A folder reaches itself, `.ts` entries as single files, and the folders of its row. */
const folderRules = FOLDERS.flatMap(({ folder, folders, packages }) => [
  {
    name: `src-${folder}-stays-in-its-row`,
    comment: `src/${folder}/ may import ${['itself', ...folders].join(', ')}, and nothing else of this repository. See docs/architecture.md.`,
    severity: 'error',
    from: { path: `^src/${folder}/` },
    to: {
      path: '^(?:src|adapters|test|bench|tools)/',
      pathNot: [folder, ...folders].map((name) => (name.endsWith('.ts') ? `^src/${escape(name)}$` : `^src/${name}/`)),
    },
  },
  {
    name: `src-${folder}-packages`,
    comment: `src/${folder}/ may import ${packages.length > 0 ? packages.join(', ') : 'no package'}.`,
    severity: 'error',
    from: { path: `^src/${folder}/` },
    to: { path: '(?:^|/)node_modules/', ...(packages.length > 0 && { pathNot: `(?:^|/)node_modules/(?:@types/)?${anyOf(packages)}/` }) },
  },
])

/** No subfolder imports a later one, or the folder that it lies in. */
const layerRules = LAYERS.flatMap(({ root, layers }) =>
  layers.map((layer, index) => ({
    name: `${root.replaceAll('/', '-')}-${layer}-imports-no-later-layer`,
    comment: `${root}/${layer}/ may import of ${root}/ only ${layers.slice(0, index + 1).join(', ')}. See LAYERS in tools/layout.mjs.`,
    severity: 'error',
    from: { path: `^${root}/${layer}/` },
    to: { path: `^${root}/`, pathNot: layers.slice(0, index + 1).map((name) => `^${root}/${name}/`) },
  })),
)

/** Each folder of an adapter imports only itself and the folders before it. A folder that the list does not name may import nothing of its adapter. */
const adapterRules = Object.entries(ADAPTER_FOLDERS).flatMap(([adapter, folders]) => [
  ...folders.map((folder, index) => ({
    name: `adapters-${adapter}-${folder.replace('/', '-')}-keeps-the-order`,
    comment: `adapters/${adapter}/${folder}/ may import ${['itself', ...folders.slice(0, index)].join(', ')}, and no other folder of its adapter. See tools/layout.mjs.`,
    severity: 'error',
    from: { path: `^adapters/${adapter}/${folder}/[^/]+$` },
    to: { path: `^adapters/${adapter}/`, pathNot: `^adapters/${adapter}/${anyOf(folders.slice(0, index + 1))}/[^/]+$` },
  })),
  {
    name: `adapters-${adapter}-folders-are-listed`,
    comment: `Add each new folder of adapters/${adapter}/ to ADAPTER_FOLDERS in tools/layout.mjs, below the folders that it imports.`,
    severity: 'error',
    from: { path: `^adapters/${adapter}/.+/[^/]+$`, pathNot: `^adapters/${adapter}/${anyOf(folders)}/[^/]+$` },
    to: { path: `^adapters/${adapter}/` },
  },
])

/** One rule for each depth at which an ancestor folder can be. */
const upwardRules = [0, 1, 2, 3].map((depth) => ({
  name: 'adapters-no-upward-import',
  comment: 'A file of an adapter never imports a file that is directly in one of its ancestor folders. Move what both need to a folder of its own.',
  severity: 'error',
  from: { path: `^(adapters/[^/]+/${'[^/]+/'.repeat(depth)})[^/]+/.+$` },
  to: { path: '^$1[^/]+$' },
}))

export default {
  forbidden: [
    ...folderRules,
    ...layerRules,
    ...adapterRules,
    ...upwardRules,
    {
      name: 'matcher-kinds-are-islands',
      comment: 'A kind of matcher knows no other kind. What two kinds share is a file of src/matchers/ itself.',
      severity: 'error',
      from: { path: '^src/matchers/([^/]+)/' },
      to: { path: '^src/matchers/[^/]+/', pathNot: '^src/matchers/$1/' },
    },
    {
      name: 'only-node-imports-node',
      comment: 'Everything but src/node/ also runs in a browser.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/node/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'chain-knows-no-node',
      comment: 'src/index.ts and src/engine.ts run in a browser: they know neither src/node/ nor src/testing/ nor an adapter.',
      severity: 'error',
      from: { path: '^src/[^/]+$' },
      to: { path: '^(?:src/(?:node|testing)|adapters|test|bench|tools)/' },
    },
    {
      name: 'chain-imports-no-package',
      severity: 'error',
      from: { path: '^src/[^/]+$' },
      to: { path: '(?:^|/)node_modules/' },
    },
    {
      name: 'adapters-use-public-entry-points',
      comment: `Adapters see ${PUBLIC_DOORS.join(', ')} only.`,
      severity: 'error',
      from: { path: '^adapters/' },
      to: { path: '^(?:src|test|bench|tools)/', pathNot: `^${anyOf(PUBLIC_DOORS)}$` },
    },
    {
      name: 'cli-uses-http-entries',
      comment: `The command line imports ${HTTP_ENTRIES.join(', ')} of the HTTP adapter, and nothing else.`,
      severity: 'error',
      from: { path: '^adapters/cli/' },
      to: { path: '^adapters/http/', pathNot: `^${anyOf(HTTP_ENTRIES)}$` },
    },
    {
      name: 'servers-use-the-workspace',
      comment:
        'The servers for editors and agents import adapters/workspace/index.ts, the schema of rule files as the playground reads it, and nothing else of other adapters.',
      severity: 'error',
      from: { path: '^adapters/(mcp|lsp)/' },
      to: { path: '^adapters/', pathNot: ['^adapters/$1/', '^adapters/workspace/index\\.ts$', '^adapters/playground/schema/'] },
    },
    {
      name: 'cli-uses-server-entries',
      comment: 'The command line imports the index.ts of the servers for editors and agents, and nothing else of them.',
      severity: 'error',
      from: { path: '^adapters/cli/' },
      to: { path: '^adapters/(?:mcp|lsp|workspace)/', pathNot: '^adapters/(?:mcp|lsp)/index\\.ts$' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: { path: '^(?:src|adapters)/' },
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: { path: '^(?:src|adapters)/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'shipped-code-uses-dependencies',
      comment:
        'What src/ and adapters/ import at run time must be a dependency, not a devDependency nor something that is there by luck. The page, the playground, and the servers for editors and agents are bundled with what they import.',
      severity: 'error',
      from: { path: '^(?:src|adapters)/', pathNot: '^adapters/(?:web|playground|mcp|lsp)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only', 'npm-peer'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
