import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { showText } from '../../output/show-text.ts'
import { writeOutput, writeStream } from '../../output/write-output.ts'
import { toSlashes } from '../../files/to-slashes.ts'
import { CommandError } from '../../process/command-error.ts'
import { EXIT_CODES } from '../../process/exit-codes.ts'
import { DEFAULT_LANGUAGES, KIND_LANGUAGES, type RuleKind, scaffoldRule } from '../../workbench/scaffold-rule.ts'

/** Flags of `assay rules new`. */
export interface NewRuleFlags {
  readonly kind: RuleKind
  /** Names of languages, also several in one text, separated by commas. */
  readonly lang?: readonly string[]
  /** The folder of the pack. */
  readonly pack?: string
  readonly force?: boolean
}

/** Where \`assay init\` and the guides keep the rules of a project. */
const PROJECT_PACK = '.assay'
const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** `assay rules new`: writes a rule and sample code with which its test passes. */
export async function newRule(id: string, { kind, lang, pack, force }: NewRuleFlags): Promise<number> {
  if (!ID.test(id)) throw refuse(`\`${showText(id)}\` is not a rule id. Use lower-case letters, digits and single hyphens: unsafe-call.`)
  const folder = pack ?? (existsSync(join(PROJECT_PACK, 'rules')) ? PROJECT_PACK : '.')
  const files = scaffoldRule({ id, kind, languages: readLanguages(kind, lang) }).map(({ path, text }) => ({ path: join(folder, path), text }))
  const taken = files.filter(({ path }) => existsSync(path))
  if (taken.length > 0 && force !== true)
    throw refuse(
      `${taken.map(({ path }) => `\`${showText(toSlashes(path))}\``).join(', ')} already exists. Choose another id, or overwrite it with --force.`,
    )
  for (const { path, text } of files) {
    await mkdir(dirname(path), { recursive: true })
    await writeOutput(path, text, 'rules new')
  }
  const [rule = ''] = files.map(({ path }) => toSlashes(path))
  const written = files.map(({ path }) => `wrote ${showText(toSlashes(path))}\n`).join('')
  await writeStream(process.stdout, `${written}Edit the rule and its sample code, then run: assay rules test ${showText(rule)}\n`)
  return EXIT_CODES.passed
}

function readLanguages(kind: RuleKind, lang: readonly string[] | undefined): readonly string[] {
  const named = lang?.flatMap((each) => each.split(',').map((name) => name.trim())) ?? DEFAULT_LANGUAGES[kind]
  const known = KIND_LANGUAGES[kind]
  const unknown = named.find((name) => !known.includes(name))
  if (unknown !== undefined || named.length === 0)
    throw refuse(
      `--lang: there is no scaffold of the kind \`${kind}\` for \`${showText(unknown ?? '')}\`. Languages of this kind: ${known.join(', ')}.`,
    )
  return [...new Set(named)]
}

function refuse(message: string): CommandError {
  return new CommandError(EXIT_CODES.wrongUsage, message)
}
