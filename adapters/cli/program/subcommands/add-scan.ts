import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import type { LibraryModules } from '../../engine/library-modules.ts'
import { FORMATS, type OutputTarget, type ScanFlags, THRESHOLDS, WANTED_GRADES } from '../../flags/scan-flags.ts'
import type { Finish } from '../options/finish.ts'
import { readCount, readFileName, readName, readSize, readWorkers } from '../options/read-value.ts'
import { addColor, addFocusOptions, addProjectOptions, addRuleOptions } from '../options/shared-options.ts'

/** `assay scan`. */
export function addScan(program: Command, library: LibraryModules, finish: Finish): void {
  const command = program
    .command('scan')
    .summary('scan files and folders')
    .description('Scan files and folders and print a report on stdout. The exit code states whether the scan passed.')
    .addArgument(new Argument('[path...]', 'files, folders, globs, and ZIP or tar archives; - reads standard input').default(['.'], 'current folder'))
    .addOption(new Option('-f, --format <format>', 'report format').choices(FORMATS).default('text'))
    .option(
      '-o, --output <[format=]file>',
      'write the report to a file instead of stdout; with a format, in addition to stdout (repeatable): -o sarif=a.sarif -o html=a.html',
      collectOutput,
    )
  addFocusOptions(addRuleOptions(command))
    .option('-e, --pattern <code>', 'search for this code pattern instead of running rules; requires --lang', readName)
    .option('--lang <language>', 'language of the pattern', readName)
    .option('--server <url>', 'scan with this service, using the key of assay login or ASSAY_API_KEY', readName)
  addProjectOptions(command)
    .option('--baseline <file>', 'hide findings that this baseline contains; create it with assay baseline create', readName)
    .option('--no-baseline', 'ignore the baseline of the settings')
    .option('--since <commit>', 'list only findings on lines that changed since the merge base with this commit', readName)
    .addOption(new Option('--staged', 'list only findings on staged lines, and scan the staged content').conflicts('since'))
    .option(
      '--history',
      'search the commits of the repository for secrets; --since leaves out commits that are reachable from a commit, or older than a date',
    )
    .option('--max-commits <number>', 'with --history: only this number of the newest commits', readCount)
    .option('--write-baseline', 'with --history: write the findings to the file of --baseline')
    .option(
      '--trusted-config <commit>',
      'read settings, rules, baseline and ignore files from this commit, and accept only suppressions that exist in it',
      readName,
    )
    .option('--directory <folder>', 'change to this folder first', readName)
    .option('--error-on-unused-suppressions', 'fail if a suppression comment has no effect')
    .option('--require-reasons', 'fail if a suppression comment has no reason')
    .addOption(new Option('--fail-on <severity>', 'fail if a finding has at least this severity (default: high)').choices(THRESHOLDS))
    .addOption(new Option('--min-grade <grade>', 'fail if the grade is below this grade').choices(WANTED_GRADES))
    .option('--allow-empty', 'pass if there is nothing to scan')
    .option('--no-ignore', 'also scan vendored files and files that .gitignore or .assayignore exclude')
    .option('--include-vendored', 'also scan vendored, generated and minified files')
    .option('--max-file-size <size>', 'skip files larger than this: bytes, or with suffix k or m', readSize)
    .option('--stdin-filename <name>', 'file name of standard input; it determines the language', readFileName)
    .option(
      '--foreign-suppressions',
      'accept suppression comments of other tools: nosemgrep, nosec, NOSONAR, eslint-disable-line and -next-line, gitleaks:allow, pragma: allowlist secret',
    )
    .option('--no-snippets', 'omit source lines from the text report')
    .option('--explain-confidence', 'show the facts that the confidence of each finding was computed from in the text report')
    .option('--no-fold', 'show long data-flow paths and repeated findings in full in the text report')
    .option(
      '--workers <number>',
      'maximum number of scanning threads; 0 disables threads (default: number of processors minus one, at most 8; 0 on two processors)',
      readWorkers,
    )
    .option('--cache <folder>', 'cache results of unchanged files in this folder', readName)
    .option('--triage', 'let the configured language model judge the findings; sends code to it, needs ASSAY_TRIAGE_KEY')
    .addOption(new Option('--triage-dry-run', 'print the requests of --triage and send nothing').conflicts('output'))
    .option('--triage-settings <file>', 'settings of the triage: provider, model, limits (default: ASSAY_TRIAGE_SETTINGS)', readName)
    .option('--stats', 'print speed, memory use and finding density on stderr')
    .option('--profile', 'print the most expensive phases, rules and files on stderr; slows the scan down')
    .option('--profile-json <file>', 'write the cost of each phase, rule and file to a JSON file', readName)
    .option('-q, --quiet', 'print only errors (and --stats and --profile) on stderr')
  addColor(command)
    .addHelpText('after', SCAN_HELP)
    .action((paths: string[], flags: ScanFlags) =>
      finish(async () =>
        flags.history === true
          ? (await import('../../history/history-command.ts')).runHistory(paths, flags, library)
          : (await import('../../commands/scan-command.ts')).runScan(paths, flags, library),
      ),
    )
}

const SCAN_HELP = `
Exit codes:
  0    passed: no finding reaches the threshold
  1    failed: findings reach the threshold, or the grade is below --min-grade
  2    invalid usage, settings or rules
  3    incomplete: the scan did not finish, or no file or no program code was scanned
  130  stopped by Ctrl-C (SIGINT)
  143  stopped by SIGTERM

Examples:
  assay scan                                      scan the current folder with all rules
  assay scan src --fail-on medium                 also fail on medium findings
  assay scan --min-grade B --format json -o report.json
  assay scan -o sarif=assay.sarif -o html=assay.html  write two files, and text on stdout
  git show HEAD:app.js | assay scan - --stdin-filename app.js
  assay scan --no-pack --rules ./my-rules         run only your own rules
  assay scan --severity high --exclude 'legacy/'  list fewer findings; the grade does not change
  assay scan --history                            find secrets in all commits
  assay scan --since origin/main                  list the findings that a branch adds
  assay scan -e 'eval($X)' --lang js              search for one pattern
  assay scan --cache ~/.cache/assay-app           reuse results of unchanged files
  assay scan --triage-dry-run --triage-settings ~/triage.yaml  show what a triage would send`

/** `sarif=report.sarif` or `report.txt`. A file whose name begins with a format and `=` is written as `./json=odd`. */
function collectOutput(value: string, earlier: readonly OutputTarget[] = []): readonly OutputTarget[] {
  const format = FORMATS.find((each) => value.startsWith(`${each}=`))
  const word = /^[a-z]+(?==)/i.exec(value)?.[0]
  if (format === undefined && word !== undefined)
    throw new InvalidArgumentError(
      `\`${word}\` is not a report format. Formats: ${FORMATS.join(', ')}. For a file of this name, write \`./${value}\`.`,
    )
  const file = readName(format === undefined ? value : value.slice(format.length + 1))
  return [...earlier, format === undefined ? { file } : { file, format }]
}
