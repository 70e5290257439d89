import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import type { Doors } from '../../engine/doors.ts'
import { FORMATS, type OutputTarget, type ScanFlags, THRESHOLDS, WANTED_GRADES } from '../../flags/scan-flags.ts'
import type { Finish } from '../options/finish.ts'
import { readFileName, readName, readSize, readWorkers } from '../options/read-value.ts'
import { addColor, addFocusOptions, addProjectOptions, addRuleOptions } from '../options/shared-options.ts'

/** `assay scan`. */
export function addScan(program: Command, doors: Doors, finish: Finish): void {
  const command = program
    .command('scan')
    .summary('scan files and folders')
    .description('Scans files and folders, prints a report on stdout, and says by its exit code whether the scan passes.')
    .addArgument(new Argument('[path...]', 'files, folders, globs and ZIP or tar archives; - is standard input').default(['.'], 'this folder'))
    .addOption(new Option('-f, --format <format>', 'how to report').choices(FORMATS).default('text'))
    .option(
      '-o, --output <[format=]file>',
      'write the report to a file; with a format, beside the report on stdout; may be repeated: -o sarif=a.sarif -o html=a.html',
      collectOutput,
    )
  addFocusOptions(addRuleOptions(command))
    .option('-e, --pattern <code>', 'look for this pattern of code alone, in place of rules; needs --lang', readName)
    .option('--lang <language>', 'language of the pattern', readName)
    .option('--server <url>', 'let this service scan, with the key of assay login or ASSAY_API_KEY', readName)
  addProjectOptions(command)
    .option('--baseline <file>', 'list no findings that this file knows; assay baseline create writes it', readName)
    .option('--no-baseline', 'list them in spite of the settings')
    .option('--since <commit>', 'list findings on lines that changed since a commit, or since what both have in common', readName)
    .addOption(new Option('--staged', 'list findings on lines that are staged, and scan files as they are staged').conflicts('since'))
    .option(
      '--trusted-config <commit>',
      'read settings, rules, baseline and ignore files from a commit, and accept only suppressions that it has',
      readName,
    )
    .option('--directory <folder>', 'work in this folder', readName)
    .option('--error-on-unused-suppressions', 'fail when a suppression comment silences nothing')
    .option('--require-reasons', 'fail when a finding is silenced without a reason')
    .addOption(new Option('--fail-on <severity>', 'fail when a finding is of this severity or worse (default: high)').choices(THRESHOLDS))
    .addOption(new Option('--min-grade <grade>', 'fail when the grade is below this one').choices(WANTED_GRADES))
    .option('--allow-empty', 'pass when there is nothing to scan')
    .option('--no-ignore', 'scan what .gitignore and .assayignore leave out, and vendored files')
    .option('--include-vendored', 'scan vendored, generated and minified files too')
    .option('--max-file-size <size>', 'skip larger files; bytes, or with k or m', readSize)
    .option('--stdin-filename <name>', 'name, and so language, of standard input', readFileName)
    .option(
      '--foreign-suppressions',
      'honour suppression comments of other tools: nosemgrep, nosec, NOSONAR, eslint-disable-line and -next-line, gitleaks:allow, pragma: allowlist secret',
    )
    .option('--no-snippets', 'leave source lines out of the text report')
    .option('--no-fold', 'tell long ways of data, and what is alike in many files, in full in the text report')
    .option(
      '--workers <number>',
      'threads to scan in when there is enough to scan; 0 for none (default: one less than processors, at most 8; none on two)',
      readWorkers,
    )
    .option('--cache <folder>', 'keep what was found in unchanged files here, for the next scan', readName)
    .option('--stats', 'print speed, memory and density of findings on stderr')
    .option('--profile', 'print on stderr what phases, rules and files cost most; the scan takes longer')
    .option('--profile-json <file>', 'write what each phase, rule and file cost to a file', readName)
    .option('-q, --quiet', 'print nothing on stderr but errors')
  addColor(command)
    .addHelpText('after', SCAN_HELP)
    .action((paths: string[], flags: ScanFlags) => finish(async () => (await import('../../commands/scan-command.ts')).runScan(paths, flags, doors)))
}

const SCAN_HELP = `
Exit codes:
  0    no finding at or over the threshold
  1    findings at or over it, or a grade below --min-grade
  2    wrong usage, configuration or rules
  3    the scan could not be completed, or no file was scanned, or no code that there is
  130  stopped by Ctrl-C
  143  stopped by a termination signal

Examples:
  assay scan                                      this folder, with all rules
  assay scan src --fail-on medium                 fail on medium findings too
  assay scan --min-grade B --format json -o report.json
  assay scan -o sarif=assay.sarif -o html=assay.html  two files, and the text on stdout
  git show HEAD:app.js | assay scan - --stdin-filename app.js
  assay scan --no-pack --rules ./my-rules         my own rules alone
  assay scan --severity high --exclude 'legacy/'  list less; the grade stays that of all
  assay scan --since origin/main                  what a branch brings
  assay scan -e 'eval($X)' --lang js              look for one pattern
  assay scan --cache ~/.cache/assay-app           scan what has changed since the last time`

/** `sarif=report.sarif` or `report.txt`. A name that begins with a word and `=` is written `./json=odd`. */
function collectOutput(value: string, earlier: readonly OutputTarget[] = []): readonly OutputTarget[] {
  const format = FORMATS.find((each) => value.startsWith(`${each}=`))
  const word = /^[a-z]+(?==)/i.exec(value)?.[0]
  if (format === undefined && word !== undefined)
    throw new InvalidArgumentError(`There is no format \`${word}\`: the formats are ${FORMATS.join(', ')}. A file of this name is \`./${value}\`.`)
  const file = readName(format === undefined ? value : value.slice(format.length + 1))
  return [...earlier, format === undefined ? { file } : { file, format }]
}
