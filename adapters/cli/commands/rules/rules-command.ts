import { stat } from 'node:fs/promises'
import pc from 'picocolors'
import type { RuleInfo } from '../../../../src/node/index.ts'
import { chooseColor } from '../../output/choose-color.ts'
import { CommandError } from '../../process/command-error.ts'
import { describeIdleRules } from '../../messages/describe-idle-rules.ts'
import type { LibraryModules } from '../../engine/library-modules.ts'
import { EXIT_CODES } from '../../process/exit-codes.ts'
import { countOf } from '../../output/format-number.ts'
import { formatRule } from '../../messages/format-rule.ts'
import { formatRuleTable } from '../../messages/format-rule-table.ts'
import { describeSuggestions, suggestRules } from '../../flags/suggest-rules.ts'
import { openProject } from '../../project/project.ts'
import { selectRules } from '../../project/select-rules.ts'
import type { TerminalStyle } from '../../output/terminal-style.ts'
import { writeStream } from '../../output/write-output.ts'

/** Flags shared by the `rules` commands. */
export interface RulesFlags {
  readonly pack?: readonly string[] | false
  readonly rules?: readonly string[]
  /** False for `--no-rule-cache`. */
  readonly ruleCache: boolean
  readonly allowOutsidePaths?: boolean
  readonly format: 'text' | 'json'
  readonly color?: boolean
}

/** Flags of `assay rules check`. */
export type CheckFlags = Pick<RulesFlags, 'allowOutsidePaths'>

/** `assay rules list` */
export async function listRules(flags: RulesFlags, library: LibraryModules): Promise<number> {
  const rules = await loadRules(flags, library)
  const text = flags.format === 'json' ? toJsonText(rules) : formatRuleTable(rules, terminalStyle(flags))
  await writeStream(process.stdout, text)
  return EXIT_CODES.passed
}

/** `assay rules show <id>` */
export async function showRule(id: string, flags: RulesFlags, library: LibraryModules): Promise<number> {
  const rules = await loadRules(flags, library)
  const rule = rules.find((each) => each.id === id)
  if (rule === undefined) throw new CommandError(EXIT_CODES.wrongUsage, await describeUnknown(id, rules, library))
  const text = flags.format === 'json' ? toJsonText(rule) : formatRule(rule, terminalStyle(flags))
  await writeStream(process.stdout, text)
  return EXIT_CODES.passed
}

/** `assay rules check <dir>`: throws `RuleError` with all mistakes. */
export async function checkRules(folders: readonly string[], flags: CheckFlags, library: LibraryModules): Promise<number> {
  for (const folder of folders) {
    const found = await stat((await library.engine()).locateRules(folder)).catch(() => undefined)
    if (found === undefined) throw new CommandError(EXIT_CODES.wrongUsage, `\`${folder}\` does not exist.`)
  }
  const rules = await loadRules({ ...flags, pack: false, rules: folders, ruleCache: false }, library)
  const idle = describeIdleRules(folders, new Set(rules.map(({ id }) => id)), await library.engine())
  await writeStream(process.stdout, `${countOf(rules.length, 'valid rule')}. No errors.\n${idle === '' ? '' : `${idle}\n`}`)
  return EXIT_CODES.passed
}

async function loadRules(flags: Omit<RulesFlags, 'format' | 'color'>, library: LibraryModules): Promise<readonly RuleInfo[]> {
  const engine = await library.engine()
  const { root } = openProject({ ...flags, config: false }, process.cwd(), engine)
  const scanner = await engine.createScanner(selectRules(flags, root))
  await scanner.close()
  return scanner.rules
}

function terminalStyle(flags: RulesFlags): TerminalStyle {
  const { stdout } = process
  return { colors: pc.createColors(chooseColor(flags.color, process.env, stdout)), width: stdout.isTTY ? stdout.columns || 80 : undefined }
}

function toJsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

async function describeUnknown(id: string, rules: readonly RuleInfo[], library: LibraryModules): Promise<string> {
  const suggestions = suggestRules(id, rules, await library.engine())
  return `unknown rule \`${id}\` (searched ${countOf(rules.length, 'rule')} of the selected packs). ${describeSuggestions(suggestions)}`
}
