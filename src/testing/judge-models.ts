import {
  type Diagnostic,
  type ModelSpec,
  nearestWord,
  type PackFile,
  readModels,
  type ReadModels,
  type RuleFolder,
  RuleError,
  type Scanner,
} from '../index.ts'
import { compareDiagnostics } from '../model/diagnostic.ts'
import { expandBraces } from '../model/expand-braces.ts'
import { fixtureDiagnostic } from './fixture-diagnostic.ts'
import { type ModelProgram, readModelPrograms } from './read-model-programs.ts'

/** What is judged, and by what. */
export interface ModelInput {
  /** Files with library models. */
  readonly models: readonly PackFile[]
  /** Models that are always present. Default: none besides those of the scanner. */
  readonly base?: readonly PackFile[]
  /** The kinds of data that rules use. With them, a row of another kind is reported. */
  readonly kinds?: ReadonlySet<string>
  /** Creates a scanner with a folder of rules and models beside whatever it always has. */
  createScanner(folder: RuleFolder): Promise<Pick<Scanner, 'scan' | 'close'>>
}

/** What came of the programs of models. */
export interface ModelReport {
  /** Each disagreement, by file and line; empty when the models are proven. */
  readonly diagnostics: readonly Diagnostic[]
  /** How many programs were scanned. */
  readonly programs: number
}

/**
 * Scans the programs in the `tests` of models and compares the reported lines with the lines marked `BAD`. A file whose programs all have the same result
 * without the models proves nothing, and is reported. Throws `RuleError` with all mistakes of the models.
 */
export async function judgeModels({ models, base = [], kinds, createScanner }: ModelInput): Promise<ModelReport> {
  const read = readModels(models)
  if (read.diagnostics.length > 0) throw new RuleError(read.diagnostics)
  const tested = read.files.flatMap(({ file, spec }) =>
    spec.tests === undefined ? [] : [{ file, programs: readModelPrograms(spec.tests, fileNameFor(spec.languages), lineBeforeTests(file.text)) }],
  )
  const diagnostics: Diagnostic[] = kinds === undefined ? [] : read.files.flatMap((each) => unknownKinds(each, kinds))
  const known = await createScanner(folderOf([...base, ...models]))
  const unknown = await createScanner(folderOf(base))
  for (const { file, programs } of tested) {
    let isProof = false
    for (const program of programs) {
      diagnostics.push(...(await compareProgram(file, program, known)))
      isProof ||= (await compareProgram(file, program, unknown)).length > 0
    }
    if (!isProof)
      diagnostics.push(fixtureDiagnostic('model/no-proof', { file: file.path, line: lineBeforeTests(file.text) }, NO_PROOF, NO_PROOF_HINT))
  }
  await known.close()
  await unknown.close()
  return { diagnostics: diagnostics.sort(compareDiagnostics), programs: tested.reduce((sum, { programs }) => sum + programs.length, 0) }
}

const NO_PROOF = 'All programs of `tests` have the same result without the rows of this file.'
const NO_PROOF_HINT = 'add a program that the rows change: `strict(x)` for a row that propagates data, an unmarked `sink(x)` for one that does not'

/**
 * `source()` returns tainted data, and parameters of `entry-points` are tainted. `strict(x)` reports `x` only if it is tainted for certain, `sink(x)`
 * also if it may be.
 */
function folderOf(models: readonly PackFile[]): RuleFolder {
  const { files } = readModels(models)
  const names = new Set(files.flatMap(({ spec }) => sourceNames(spec)))
  const sources = ['{ call: source }', ...[...names].map((name) => `{ use: ${name} }`)]
  return {
    name: 'model-tests',
    rules: [
      {
        path: 'rules/injection/model-rule.yaml',
        text: `id: model-rule
title: Data flow of a model test
severity: high
confidence: high
category: injection
cwe: [CWE-74]
languages: [javascript, typescript, python]
description: $SOURCE reaches $SINK.
taint:
  sources: [${sources.join(', ')}]
  sinks: [{ call: sink }, { call: strict, weak: off }]
`,
      },
    ],
    shared: [],
    models,
    packs: [],
    whole: true,
  }
}

/** The named matchers of the values that a model describes. */
function sourceNames({ sources = [], 'entry-points': entryPoints = [] }: ModelSpec): readonly string[] {
  const parameters = entryPoints.flatMap(({ parameters: kinds }) => Object.values(kinds))
  return [
    ...parameters.flatMap((kind) => (kind.includes('.') ? kindsOfType(sources, kind) : [kind])).map((kind) => `parameter-of-${kind}`),
    ...sources.map(({ kind, 'by-name': byName }) => `value-of-${kind}${byName === true ? '-by-name' : ''}`),
  ]
}

/** The kinds of data that instances of a type have. */
function kindsOfType(sources: NonNullable<ModelSpec['sources']>, type: string): readonly string[] {
  const isPart = (name: string): boolean => name.startsWith(`${type}().`) && !name.includes('*')
  return sources.flatMap(({ value = [], kind }) => ([value].flat().flatMap(expandBraces).some(isPart) ? [kind] : []))
}

async function compareProgram(
  { path: file }: PackFile,
  { name, files, expected, offsets }: ModelProgram,
  scanner: Pick<Scanner, 'scan'>,
): Promise<readonly Diagnostic[]> {
  const { findings, partial } = await scanner.scan(files)
  const reported = new Set(
    findings.flatMap(({ file: path, line, places = [] }) => [{ file: path, line }, ...places].map((at) => `${at.file}:${at.line}`)),
  )
  const placeOf = (place: string): { file: string; line: number } => {
    const colon = place.lastIndexOf(':')
    return { file, line: (offsets.get(place.slice(0, colon)) ?? 0) + Number(place.slice(colon + 1)) }
  }
  const wrong = [...reported].filter((place) => !expected.includes(place))
  const unread = partial.filter(({ reason }) => reason === 'syntax-error')
  return [
    ...unread.map(({ file: path, line = 1 }) =>
      fixtureDiagnostic('model/syntax', placeOf(`${path}:${line}`), `The program \`${name}\` cannot be parsed here.`, SYNTAX_HINT),
    ),
    ...expected
      .filter((place) => !reported.has(place))
      .map((place) =>
        fixtureDiagnostic('model/missed', placeOf(place), `In the program \`${name}\`, this line is marked \`BAD\` and not reported.`, MISSED_HINT),
      ),
    ...wrong.map((place) =>
      fixtureDiagnostic('model/unexpected', placeOf(place), `In the program \`${name}\`, this line is reported and not marked \`BAD\`.`),
    ),
  ]
}

const SYNTAX_HINT = 'programs are JavaScript unless the model is about TypeScript or Python alone: begin a TypeScript file with a line `--- main.ts`'
const MISSED_HINT = 'check the resolved name in `call`, and use `sink` instead of `strict` if the row is not certain'

/** The line of the key `tests`, from 1. */
function lineBeforeTests(text: string): number {
  return text.split('\n').findIndex((line) => line.startsWith('tests:')) + 1
}

/** The file of a program: TypeScript accepts annotations that JavaScript does not. */
function fileNameFor(languages: readonly string[]): string {
  return languages.includes('python') ? 'main.py' : languages.includes('javascript') ? 'main.js' : 'main.ts'
}

/** The rows whose data no rule has as a source. */
function unknownKinds({ file, spec }: ReadModels['files'][number], kinds: ReadonlySet<string>): readonly Diagnostic[] {
  const { sources = [], 'entry-points': entryPoints = [] } = spec
  const named = entryPoints.flatMap(({ parameters }) => Object.values(parameters)).filter((kind) => !kind.includes('.'))
  const unknown = new Set([...sources.map(({ kind }) => kind), ...named].filter((kind) => !kinds.has(kind)))
  return [...unknown].map((kind) => {
    const nearest = nearestWord(kind, kinds)
    const line = file.text.split('\n').findIndex((text) => text.includes(kind)) + 1
    const hint = nearest === undefined ? `rules use \`value-of-${kind}\` or \`parameter-of-${kind}\`` : `did you mean \`${nearest}\`?`
    return fixtureDiagnostic('model/unknown-kind', { file: file.path, line }, `No rule has data of the kind \`${kind}\` as a source.`, hint)
  })
}
