import { existsSync } from 'node:fs'
import { CommandError } from '../process/command-error.ts'
import type { LibraryModules, Engine } from '../engine/library-modules.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { countOf } from '../output/format-number.ts'
import { PACKAGE_NAME } from './package-name.ts'
import { showText } from '../output/show-text.ts'
import { checkOutput, writeOutput, writeStream } from '../output/write-output.ts'

/** Flags of `assay init`. */
export interface InitFlags {
  readonly force?: boolean
}

const FILE = 'assay.config.yaml'
const SCHEMA = `node_modules/${PACKAGE_NAME}/assay.config.schema.json`

/** `assay init`: inspects the project in the working folder and writes matching settings. */
export async function runInit({ force }: InitFlags, library: LibraryModules): Promise<number> {
  await checkOutput(FILE, 'init')
  if (existsSync(FILE) && force !== true)
    throw new CommandError(EXIT_CODES.wrongUsage, `\`${FILE}\` already exists. Edit it, or overwrite it with --force.`)
  const project = await lookAround(await library.engine())
  await writeOutput(FILE, toSettings(project), 'folder')
  await writeStream(process.stdout, describe(project))
  return EXIT_CODES.passed
}

/** The relevant properties of a project. */
interface SeenProject {
  /** Files by language with rules, most frequent first. */
  readonly languages: readonly (readonly [string, number])[]
  /** Folders of third-party code, with a trailing slash. */
  readonly foreign: readonly string[]
  /** Folders of examples, which are not deployed. */
  readonly samples: readonly string[]
  readonly ownRules: boolean
}

const FOREIGN = new Set(['third_party', 'third-party', 'thirdparty', 'vendor', 'vendored', 'external'])
const SAMPLES = new Set(['examples', 'example', 'samples', 'sample', 'demo', 'demos', 'playground'])
const OWN_RULES = '.assay/rules'

async function lookAround({ listFiles, languageOf }: Engine): Promise<SeenProject> {
  const languages = new Map<string, number>()
  const folders = new Set<string>()
  for await (const { path } of await listFiles(['.'])) {
    const language = languageOf(path, '')
    if (language !== 'text') languages.set(language, (languages.get(language) ?? 0) + 1)
    const parts = path.split('/').slice(0, -1)
    for (const [index] of parts.entries()) folders.add(parts.slice(0, index + 1).join('/'))
  }
  return {
    languages: [...languages].toSorted(([left, some], [right, others]) => others - some || (left < right ? -1 : 1)),
    foreign: outermost(folders, FOREIGN),
    samples: outermost(folders, SAMPLES),
    ownRules: existsSync(OWN_RULES),
  }
}

/** Folders with one of the names that are not inside another of them. */
function outermost(folders: ReadonlySet<string>, names: ReadonlySet<string>): readonly string[] {
  const named = [...folders].filter((folder) => names.has(folder.slice(folder.lastIndexOf('/') + 1)))
  return named
    .filter((folder) => !named.some((other) => folder.startsWith(`${other}/`)))
    .map((folder) => `${folder}/`)
    .toSorted()
}

function toSettings({ foreign, samples, ownRules }: SeenProject): string {
  const lines = [
    // An editor would report a schema that is not installed.
    ...(existsSync(SCHEMA) ? [`# yaml-language-server: $schema=./${SCHEMA}`] : []),
    '# Settings of Assay for this project. Run `assay help settings` for all keys.',
    '',
    '# Rule packs. `full` has all rules, `public` a small selection.',
    'packs: [full]',
    ...(ownRules ? ['', '# Additional rules of this project.', `rules: [${OWN_RULES}]`] : []),
    '',
    '# A scan fails if a finding has at least this severity: critical, high, medium, low or never.',
    'fail-on: high',
    ...(foreign.length > 0 ? ['', '# Third-party code that is not scanned.', 'exclude:', ...foreign.map((folder) => `  - ${quote(folder)}`)] : []),
    ...(samples.length > 0
      ? [
          '',
          '# Changes of severity for some files or rules.',
          'overrides:',
          '  - files:',
          ...samples.map((folder) => `      - ${quote(folder)}`),
          '    severity: low',
          '    reason: Sample code that is not deployed.',
        ]
      : []),
  ]
  return `${lines.join('\n')}\n`
}

/** JSON is also YAML. Folder names may contain characters that YAML or a glob would interpret. */
function quote(folder: string): string {
  return JSON.stringify(folder.replaceAll(/[[\]{}*?]/g, '?'))
}

function describe({ languages, foreign, samples }: SeenProject): string {
  const seen = languages.map(([language, files]) => `${countOf(files, 'file')} of ${language}`)
  const lines = [
    seen.length === 0 ? 'No files in a supported language were found. Only the rules for secrets apply.' : `Found: ${seen.join(', ')}.`,
    ...(foreign.length > 0 ? [`Excluded as third-party code: ${foreign.map(showText).join(', ')}`] : []),
    ...(samples.length > 0 ? [`Severity low for sample code: ${samples.map(showText).join(', ')}`] : []),
    `Wrote ${FILE}. Next step: assay scan`,
  ]
  return `${lines.join('\n')}\n`
}
