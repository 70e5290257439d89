/** The possible content of a document of one language at a position. */
export type DocumentShape =
  /** Unknown content. */
  | 'any'
  /** A string, number or other value without keys. */
  | 'scalar'
  | { readonly list: DocumentShape }
  /** `others` is the shape of keys that are not in `keys`. Undefined if no other keys can occur. */
  | { readonly keys: Readonly<Record<string, DocumentShape>>; readonly others?: DocumentShape }

const SCALARS: DocumentShape = { list: 'scalar' }
/** A value in exec form is a list. */
const COMMANDS: DocumentShape = { list: SCALARS }
const PAIRS: DocumentShape = { keys: {}, others: 'scalar' }

const INSTRUCTION: DocumentShape = {
  keys: {
    name: 'scalar',
    value: 'any',
    flags: { keys: {}, others: 'any' },
    sources: SCALARS,
    destination: 'scalar',
    heredocs: SCALARS,
    instruction: 'any',
  },
}

const STAGE: DocumentShape = {
  keys: {
    from: { keys: { image: 'scalar', tag: 'scalar', digest: 'scalar', stage: 'scalar', as: 'scalar', platform: 'any' } },
    env: PAIRS,
    label: PAIRS,
    arg: PAIRS,
    run: COMMANDS,
    user: SCALARS,
    copy: COMMANDS,
    add: COMMANDS,
    expose: SCALARS,
    workdir: SCALARS,
    volume: COMMANDS,
    maintainer: SCALARS,
    onbuild: { list: INSTRUCTION },
    cmd: SCALARS,
    entrypoint: SCALARS,
    healthcheck: SCALARS,
    shell: SCALARS,
    stopsignal: 'scalar',
    instructions: { list: INSTRUCTION },
  },
}

/** Languages whose documents have a fixed shape, as described in docs/documents.md. Documents of other languages can have any shape. */
export const DOCUMENT_SHAPES: Readonly<Record<string, DocumentShape>> = {
  dockerfile: { keys: { arg: PAIRS, stages: { list: STAGE }, instructions: { list: INSTRUCTION } } },
  env: PAIRS,
}

/** Languages of documents. */
export const DOCUMENT_LANGUAGES: ReadonlySet<string> = new Set(['yaml', 'json', 'toml', 'hcl', 'dockerfile', 'env'])
