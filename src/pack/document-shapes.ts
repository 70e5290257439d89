/** What a document of a language can hold at a place. */
export type DocumentShape =
  /** Anything: nothing is known of what is below. */
  | 'any'
  /** A text, a number and the like: it has no keys. */
  | 'scalar'
  | { readonly list: DocumentShape }
  /** `others` is the shape of keys that are not in `keys`; undefined when there are no others. */
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

/** Languages whose documents have a fixed shape, as docs/documents.md tells it. All others hold what their author wrote. */
export const DOCUMENT_SHAPES: Readonly<Record<string, DocumentShape>> = {
  dockerfile: { keys: { arg: PAIRS, stages: { list: STAGE }, instructions: { list: INSTRUCTION } } },
  env: PAIRS,
}

/** Languages of documents. */
export const DOCUMENT_LANGUAGES: ReadonlySet<string> = new Set(['yaml', 'json', 'toml', 'hcl', 'dockerfile', 'env'])
