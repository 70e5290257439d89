import { type Command, Option } from 'commander'
import { CONFIDENCES, SEVERITIES } from '../../flags/scan-flags.ts'
import { collect, collectGlob, readCount, readName } from './read-value.ts'

/** Options that select rules. */
export function addRuleOptions(command: Command): Command {
  return command
    .option('--pack <name>', 'rule pack to run (repeatable; default: full)', collect)
    .option('--no-pack', 'run only the rules of --rules')
    .option('--rules <path>', 'folder or file with additional rules (repeatable)', collect)
    .option('--no-rule-cache', 'do not cache the compiled rules of --rules')
    .addOption(outsidePaths())
}

/** Only the caller may allow this, because an attacker may have written the project's files. */
export function outsidePaths(): Option {
  return new Option('--allow-outside-paths', 'allow settings and symbolic links to refer to files outside the project')
}

/** Options that select findings. */
export function addFocusOptions(command: Command): Command {
  return command
    .addOption(new Option('--severity <severity>', 'list only findings with at least this severity').choices(SEVERITIES))
    .addOption(new Option('--confidence <confidence>', 'list only findings with at least this confidence').choices(CONFIDENCES))
    .option('--category <name>', 'list only findings of this category (repeatable)', collect)
    .option('--rule <id>', 'list only findings of this rule, or of rules that match a glob such as secret-* (repeatable)', collect)
    .option('--exclude-rule <id>', 'hide findings of this rule, or of rules that match a glob (repeatable)', collect)
    .option('--include <glob>', 'list only findings in files that match this glob (repeatable)', collectGlob)
    .option('--exclude <glob>', 'hide findings in files that match this glob (repeatable)', collectGlob)
    .option('--max-findings <number>', 'list at most this number of findings, most severe first', readCount)
}

/** Options for the settings of the project. */
export function addProjectOptions(command: Command): Command {
  return command
    .option('--config <file>', 'settings file (default: assay.config.yaml in this folder or a parent folder)', readName)
    .option('--no-config', 'ignore the settings file of the project')
}

/** The option for the settings of a service. */
export function addServiceConfig(command: Command): Command {
  return command.option('--config <file>', 'settings file of the service', readName)
}

/** The format option of commands that print tables or single records. */
export function addTableFormat(command: Command): Command {
  return command.addOption(new Option('-f, --format <format>', 'output format').choices(['text', 'json']).default('text'))
}

/** The colour option. The default depends on the stream and the environment. */
export function addColor(command: Command): Command {
  return command.option('--color', 'always use colors').option('--no-color', 'never use colors')
}
