import { type Command, Option } from 'commander'
import { CONFIDENCES, SEVERITIES } from '../../flags/scan-flags.ts'
import { collect, collectGlob, readCount, readName } from './read-value.ts'

/** Which rules run. */
export function addRuleOptions(command: Command): Command {
  return command
    .option('--pack <name>', 'rules to run; may be repeated (default: full)', collect)
    .option('--no-pack', 'run the rules of --rules alone')
    .option('--rules <path>', 'folder or file of more rules; may be repeated', collect)
    .option('--no-rule-cache', 'compile the rules of --rules anew, and keep nothing of them')
    .addOption(outsidePaths())
}

/** Only whoever runs the command can allow this: the files of a project may be written by a stranger. */
export function outsidePaths(): Option {
  return new Option('--allow-outside-paths', 'read files outside the project too where settings name them or links lead to them')
}

/** Which findings are listed. */
export function addFocusOptions(command: Command): Command {
  return command
    .addOption(new Option('--severity <severity>', 'list findings of this severity or worse').choices(SEVERITIES))
    .addOption(new Option('--confidence <confidence>', 'list findings of this confidence or more').choices(CONFIDENCES))
    .option('--category <name>', 'list findings of this category; may be repeated', collect)
    .option('--rule <id>', 'list findings of this rule; secret-* names many; may be repeated', collect)
    .option('--exclude-rule <id>', 'list no findings of this rule; may be repeated', collect)
    .option('--include <glob>', 'list findings in these files; may be repeated', collectGlob)
    .option('--exclude <glob>', 'list no findings in these files; may be repeated', collectGlob)
    .option('--max-findings <number>', 'list so many findings at most, the worst', readCount)
}

/** The settings of the project. */
export function addProjectOptions(command: Command): Command {
  return command
    .option('--config <file>', 'settings of the project (default: assay.config.yaml here or above)', readName)
    .option('--no-config', 'look at no settings of the project')
}

/** The settings of a service. */
export function addServiceConfig(command: Command): Command {
  return command.option('--config <file>', 'settings file of the service', readName)
}

/** For commands that print tables and single things. */
export function addTableFormat(command: Command): Command {
  return command.addOption(new Option('-f, --format <format>', 'how to print').choices(['text', 'json']).default('text'))
}

/** Colours, but as the stream and the environment want them. */
export function addColor(command: Command): Command {
  return command.option('--color', 'colours, whatever the stream').option('--no-color', 'no colours')
}
