import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import type { BaselineFlags } from './baseline-command.ts'
import type { AdminFlags, CreateFlags, KeysFlags } from './admin-command.ts'
import type { Shell } from './completion-command.ts'
import { describeFailure } from './describe-failure.ts'
import type { Doors } from './doors.ts'
import { EXIT_CODES } from './exit-codes.ts'
import type { FixFlags } from './fix-command.ts'
import { HELP_TOPICS } from './help-topics.ts'
import type { InitFlags } from './init-command.ts'
import { parseSize, SIZE_RANGE } from './parse-size.ts'
import { readVersion } from './read-version.ts'
import type { AccountFlags } from './remote/account-commands.ts'
import type { RulesFlags } from './rules-command.ts'
import { CONFIDENCES, FORMATS, type OutputTarget, type ScanFlags, SEVERITIES, THRESHOLDS, WANTED_GRADES } from './scan-flags.ts'
import type { ServeFlags } from './serve-command.ts'
import { writeStream } from './write-output.ts'

/** Runs one command line, without the names of the program, and returns the exit code. Never throws for what a user can do. */
export async function runCommandLine(words: readonly string[], doors: Doors): Promise<number> {
  let exitCode: number = EXIT_CODES.passed
  // Each command is a module of its own, loaded when it is the one that runs.
  const program = buildProgram(doors, async (run) => void (exitCode = await run()))
  try {
    await program.parseAsync(words, { from: 'user' })
    return exitCode
  } catch (error) {
    const failure = describeFailure(error)
    if (failure.message !== '') process.stderr.write(`${failure.message}\n`)
    return failure.exitCode
  }
}

/** More threads than this wait for each other. */
const MOST_WORKERS = 64

type Finish = (run: () => Promise<number>) => Promise<void>

function buildProgram(doors: Doors, finish: Finish): Command {
  const program = new Command('assay')
    .description('Finds security problems in source code and grades what it saw.')
    .version(`assay ${readVersion()}`, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error:/, 'assay:')) })
    .showHelpAfterError('(assay help <command> tells what there is)')
    .configureHelp({ helpWidth: process.stdout.columns || 100 })
    .addHelpText(
      'after',
      `\nExamples:\n  assay scan\n  assay scan src --format json --output report.json\n  assay rules show sql-injection\n\nTopics of assay help: ${Object.keys(HELP_TOPICS).join(', ')}`,
    )
  addScan(program, doors, finish)
  addInit(program, doors, finish)
  addFix(program, doors, finish)
  addBaseline(program, doors, finish)
  addRules(program, doors, finish)
  addServe(program, doors, finish)
  addAdmin(program, doors, finish)
  addAccount(program, finish)
  addCompletion(program, finish)
  addHelp(program, true)
  return program
}

function addScan(program: Command, doors: Doors, finish: Finish): void {
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
    .option('--config <file>', 'settings of the project (default: assay.config.yaml here or above)', readName)
    .option('--no-config', 'look at no settings of the project')
    .option('--baseline <file>', 'list no findings that this file knows; assay baseline create writes it', readName)
    .option('--no-baseline', 'list them in spite of the settings')
    .option('--since <commit>', 'list findings on lines that changed since a commit, or since what both have in common', readName)
    .addOption(new Option('--staged', 'list findings on lines that are staged, and scan files as they are staged').conflicts('since'))
    .option('--error-on-unused-suppressions', 'fail when a suppression comment silences nothing')
    .option('--require-reasons', 'fail when a finding is silenced without a reason')
    .addOption(new Option('--fail-on <severity>', 'fail when a finding is of this severity or worse (default: high)').choices(THRESHOLDS))
    .addOption(new Option('--min-grade <grade>', 'fail when the grade is below this one').choices(WANTED_GRADES))
    .option('--allow-empty', 'pass when there is nothing to scan')
    .option('--no-ignore', 'scan what .gitignore and .assayignore leave out, and vendored files')
    .option('--include-vendored', 'scan vendored, generated and minified files too')
    .option('--max-file-size <size>', 'skip larger files; bytes, or with k or m', readSize)
    .option('--stdin-filename <name>', 'name, and so language, of standard input', readName)
    .option(
      '--foreign-suppressions',
      'honour suppression comments of other tools: nosemgrep, nosec, NOSONAR, eslint-disable-line and -next-line, gitleaks:allow, pragma: allowlist secret',
    )
    .option('--no-snippets', 'leave source lines out of the text report')
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
    .action((paths: string[], flags: ScanFlags) => finish(async () => (await import('./scan-command.ts')).runScan(paths, flags, doors)))
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

function addInit(program: Command, doors: Doors, finish: Finish): void {
  program
    .command('init')
    .summary('write assay.config.yaml')
    .description('Looks at the project in this folder and writes settings that fit it to assay.config.yaml.')
    .option('--force', 'write over settings that are there')
    .addHelpText('after', '\nExamples:\n  assay init\n  assay init --force')
    .action((flags: InitFlags) => finish(async () => (await import('./init-command.ts')).runInit(flags, doors)))
}

function addFix(program: Command, doors: Doors, finish: Finish): void {
  const command = program
    .command('fix')
    .summary('mend what can be mended by rule')
    .description(
      'Shows the changes by which rules mend their findings, and makes them with --apply. Each is kept only when its file parses and its finding is gone.',
    )
    .addArgument(new Argument('[path...]', 'files and folders').default(['.'], 'this folder'))
    .addOption(new Option('--apply', 'write the changes').conflicts('interactive'))
    .option('-i, --interactive', 'ask before each change, and write those that are wanted')
  addFocusOptions(addRuleOptions(command))
    .option('--config <file>', 'settings of the project (default: assay.config.yaml here or above)', readName)
    .option('--no-config', 'look at no settings of the project')
    .option('--no-ignore', 'mend what .gitignore and .assayignore leave out, and vendored files')
    .option('-q, --quiet', 'print nothing on stderr but errors')
  addColor(command)
    .addHelpText(
      'after',
      '\nExamples:\n  assay fix                          show what would change\n  assay fix --rule weak-hash --apply\n  assay fix src --interactive\n  assay fix | git apply',
    )
    .action((paths: string[], flags: FixFlags) => finish(async () => (await import('./fix-command.ts')).runFix(paths, flags, doors)))
}

function addBaseline(program: Command, doors: Doors, finish: Finish): void {
  const baseline = program
    .command('baseline')
    .summary('write, bring up to date and show what is known')
    .description('Keeps findings that are known in a file, so that scans list new ones alone: assay scan --baseline assay-baseline.json')
    .helpCommand(false)
  const create = baseline.command('create').description('Scans, and writes all findings to a baseline.')
  addBaselineOptions(create)
    .option('--force', 'write over a baseline that is there')
    .addHelpText('after', '\nExamples:\n  assay baseline create\n  assay baseline create src -o known.json')
    .action((paths: string[], flags: BaselineFlags) =>
      finish(async () => (await import('./baseline-command.ts')).createBaseline(paths, flags, doors)),
    )
  const update = baseline.command('update').description('Scans, and takes what is gone out of a baseline. New findings stay out of it.')
  addBaselineOptions(update)
    .option('--add', 'take new findings in')
    .addHelpText('after', '\nExamples:\n  assay baseline update\n  assay baseline update --add')
    .action((paths: string[], flags: BaselineFlags) =>
      finish(async () => (await import('./baseline-command.ts')).updateBaseline(paths, flags, doors)),
    )
  baseline
    .command('show')
    .description('Tells what a baseline holds.')
    .argument('[file]', 'the baseline', 'assay-baseline.json')
    .addHelpText('after', '\nExample:\n  assay baseline show')
    .action((file: string) => finish(async () => (await import('./baseline-command.ts')).showBaseline(file)))
  addHelp(baseline)
}

function addBaselineOptions(command: Command): Command {
  const named = command
    .addArgument(new Argument('[path...]', 'files and folders').default(['.'], 'this folder'))
    .option('-o, --output <file>', 'the baseline', readName, 'assay-baseline.json')
  return addRuleOptions(named)
    .option('--config <file>', 'settings of the project (default: assay.config.yaml here or above)', readName)
    .option('--no-config', 'look at no settings of the project')
    .option('-q, --quiet', 'print nothing on stderr but errors')
}

function addRules(program: Command, doors: Doors, finish: Finish): void {
  const rules = program.command('rules').summary('list, show and check rules').description('Lists, shows and checks rules.').helpCommand(false)
  const list = rules.command('list').description('Lists the rules of packs and folders.')
  addColor(addRuleOptions(addRulesFormat(list)))
    .addHelpText('after', '\nExamples:\n  assay rules list --pack public\n  assay rules list --format json')
    .action((flags: RulesFlags) => finish(async () => (await import('./rules-command.ts')).listRules(flags, doors)))
  const show = rules.command('show').description('Tells all about one rule.').argument('<id>', 'its id')
  addColor(addRuleOptions(addRulesFormat(show)))
    .addHelpText('after', '\nExample:\n  assay rules show sql-injection')
    .action((id: string, flags: RulesFlags) => finish(async () => (await import('./rules-command.ts')).showRule(id, flags, doors)))
  rules
    .command('check')
    .description('Reports every mistake in folders or files of rules, with its place.')
    .argument('<path...>', 'folders or files of rules')
    .addHelpText('after', '\nExample:\n  assay rules check ./my-rules')
    .action((paths: string[]) => finish(async () => (await import('./rules-command.ts')).checkRules(paths, doors)))
  addHelp(rules)
}

function addServe(program: Command, doors: Doors, finish: Finish): void {
  program
    .command('serve')
    .summary('run the HTTP service')
    .description('Runs the HTTP service until it is stopped, and prints one line when it listens.')
    .option('-p, --port <number>', 'port (default: PORT, or 3000); 0 takes any free one', readPort)
    .option('--host <host>', 'address to listen on (default: HOST, or 127.0.0.1)', readName)
    .option('--config <file>', 'settings file', readName)
    .addHelpText('after', '\nExamples:\n  assay serve\n  assay serve --port 8080 --host 0.0.0.0')
    .action((flags: ServeFlags) => finish(async () => (await import('./serve-command.ts')).runServe(flags, doors)))
}

function addAdmin(program: Command, doors: Doors, finish: Finish): void {
  const admin = program
    .command('admin')
    .summary('manage the HTTP service')
    .description('Manages keys and the database of the HTTP service.')
    .helpCommand(false)
  const keys = admin.command('keys').summary('make, list and revoke keys').description('Makes, lists and revokes keys.').helpCommand(false)
  addKeysOptions(keys.command('create').description('Makes a key and prints its token, which nobody can tell again.'))
    .requiredOption('--owner <name>', 'whose it is; quotas are counted by it', readName)
    .requiredOption('--plan <name>', 'a plan of the settings: free and paid unless they say otherwise', readName)
    .addOption(new Option('--scope <scope>', 'what it may do; may be repeated (default: scan, rules)').argParser(collectScope))
    .option('--expires-in <days>', 'days after which it is refused (default: never)', readDays)
    .addHelpText(
      'after',
      '\nExamples:\n  assay admin keys create --owner acme --plan paid\n  assay admin keys create --owner operator --plan free --scope admin --expires-in 90',
    )
    .action((flags: CreateFlags) => finish(async () => (await import('./admin-command.ts')).createKey(flags, doors)))
  addKeysOptions(keys.command('list').description('Lists keys, the oldest first.')).action((flags: KeysFlags) =>
    finish(async () => (await import('./admin-command.ts')).listKeys(flags, doors)),
  )
  addKeysOptions(
    keys.command('revoke').description('Has a key refused from now on.').argument('<id>', 'what stands in the token after assay_'),
  ).action((id: string, flags: KeysFlags) => finish(async () => (await import('./admin-command.ts')).revokeKey(id, flags, doors)))
  addHelp(keys)
  addConfig(admin.command('migrate').description('Brings the tables of the database up to date.')).action((flags: AdminFlags) =>
    finish(async () => (await import('./admin-command.ts')).migrate(flags, doors)),
  )
  addHelp(admin)
}

function addKeysOptions(command: Command): Command {
  return addRulesFormat(addConfig(command))
}

function addConfig(command: Command): Command {
  return command.option('--config <file>', 'settings file of the service', readName)
}

/** Those of `SCOPES`, which loads the service. */
const SCOPE_NAMES = ['scan', 'rules', 'admin'] as const

function collectScope(value: string, earlier: NonNullable<CreateFlags['scope']> = []): NonNullable<CreateFlags['scope']> {
  const scope = SCOPE_NAMES.find((name) => name === value)
  if (scope === undefined) throw new InvalidArgumentError(`Give one of ${SCOPE_NAMES.join(', ')}.`)
  return [...earlier, scope]
}

const MOST_DAYS = 36_500

function readDays(text: string): number {
  const days = Number(text)
  if (!/^\d+$/.test(text) || days < 1 || days > MOST_DAYS) throw new InvalidArgumentError(`Give a whole number from 1 to ${MOST_DAYS}.`)
  return days
}

function addAccount(program: Command, finish: Finish): void {
  const server = (): Option => new Option('--server <url>', 'address of the service').argParser(readName).makeOptionMandatory()
  program
    .command('login')
    .summary('keep the key of a service')
    .description('Reads a key of a service from standard input, tries it, and keeps it in a file that its user alone may read.')
    .addOption(server())
    .addHelpText('after', '\nExamples:\n  assay login --server https://assay.example.org\n  assay login --server https://assay.example.org < key.txt')
    .action((flags: AccountFlags) => finish(async () => (await import('./remote/account-commands.ts')).runLogin(flags)))
  program
    .command('logout')
    .summary('forget the key of a service')
    .description('Forgets the key of a service. The key itself still holds.')
    .addOption(server())
    .addHelpText('after', '\nExample:\n  assay logout --server https://assay.example.org')
    .action((flags: AccountFlags) => finish(async () => (await import('./remote/account-commands.ts')).runLogout(flags)))
  program
    .command('whoami')
    .summary('tell what a service lets its key do')
    .description('Tells which key a scan would send to a service, and which rules it runs for that.')
    .addOption(server())
    .addHelpText('after', '\nExample:\n  assay whoami --server https://assay.example.org')
    .action((flags: AccountFlags) => finish(async () => (await import('./remote/account-commands.ts')).runWhoami(flags)))
}

function addCompletion(program: Command, finish: Finish): void {
  program
    .command('completion')
    .summary('print a completion script')
    .description('Prints a script that completes commands and options in a shell.')
    .addArgument(new Argument('<shell>', 'which one').choices(['bash', 'zsh', 'fish'] satisfies Shell[]))
    .addHelpText('after', '\nExamples:\n  source <(assay completion bash)\n  assay completion fish > ~/.config/fish/completions/assay.fish')
    .action((shell: Shell) => finish(async () => (await import('./completion-command.ts')).printCompletion(shell, program)))
}

/** Commander's own looks at one word alone, and shows the help of the program for a word that it does not know. That of the program knows topics too. */
function addHelp(program: Command, withTopics = false): void {
  const command = program
    .command('help')
    .summary(withTopics ? 'print help for a command or a topic' : 'print help for a command')
    .description(withTopics ? 'Prints help for a command or a topic.' : 'Prints help for a command.')
    .argument('[command...]', withTopics ? 'its words, such as rules show, or a topic' : 'its words, such as rules show')
  if (withTopics) {
    const topics = Object.entries(HELP_TOPICS).map(([name, { summary }]) => `  ${name.padEnd(14)} ${summary}`)
    command.option('--man', 'print the manual page: assay help --man | man -l -').addHelpText('after', `\nTopics:\n${topics.join('\n')}`)
  }
  command.action(async (words: string[], { man }: { readonly man?: boolean }) => {
    if (man === true) {
      const { toManualPage } = await import('./manual-page.ts')
      await writeStream(process.stdout, toManualPage(program, readVersion()))
      return
    }
    const topic = withTopics && words.length === 1 ? HELP_TOPICS[words[0]] : undefined
    if (topic === undefined) await showHelp(program, words)
    else await writeStream(process.stdout, `${topic.page}\n`)
  })
}

async function showHelp(program: Command, words: readonly string[]): Promise<void> {
  let command = program
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word)
    if (next === undefined && command.commands.length === 0) command.error(`assay: '${command.name()}' has no command '${word}'`)
    // Refuses the word, and says which one is near.
    if (next === undefined) await command.parseAsync([word], { from: 'user' })
    else command = next
  }
  command.help()
}

function addRuleOptions(command: Command): Command {
  return command
    .option('--pack <name>', 'rules to run; may be repeated (default: full)', collect)
    .option('--no-pack', 'run the rules of --rules alone')
    .option('--rules <path>', 'folder or file of more rules; may be repeated', collect)
    .option('--no-rule-cache', 'compile the rules of --rules anew, and keep nothing of them')
}

function addFocusOptions(command: Command): Command {
  return command
    .addOption(new Option('--severity <severity>', 'list findings of this severity or worse').choices(SEVERITIES))
    .addOption(new Option('--confidence <confidence>', 'list findings of this confidence or more').choices(CONFIDENCES))
    .option('--category <name>', 'list findings of this category; may be repeated', collect)
    .option('--rule <id>', 'list findings of this rule; secret-* names many; may be repeated', collect)
    .option('--exclude-rule <id>', 'list no findings of this rule; may be repeated', collect)
    .option('--include <glob>', 'list findings in these files; may be repeated', collect)
    .option('--exclude <glob>', 'list no findings in these files; may be repeated', collect)
    .option('--max-findings <number>', 'list so many findings at most, the worst', readCount)
}

function addRulesFormat(command: Command): Command {
  return command.addOption(new Option('-f, --format <format>', 'how to print').choices(['text', 'json']).default('text'))
}

function addColor(command: Command): Command {
  return command.option('--color', 'colours, whatever the stream').option('--no-color', 'no colours')
}

function collect(value: string, earlier: readonly string[] | boolean | undefined): readonly string[] {
  return Array.isArray(earlier) ? [...earlier, value] : [value]
}

/** `sarif=report.sarif` or `report.txt`. A name that begins with a format and `=` is written `./json=odd`. */
function collectOutput(value: string, earlier: readonly OutputTarget[] = []): readonly OutputTarget[] {
  const format = FORMATS.find((each) => value.startsWith(`${each}=`))
  const file = readName(format === undefined ? value : value.slice(format.length + 1))
  return [...earlier, format === undefined ? { file } : { file, format }]
}

/** A shell variable that is not set gives an empty text, which would mean the working folder, no file at all, or every address of the machine. */
function readName(text: string): string {
  if (text === '') throw new InvalidArgumentError('It is empty: give a name, or take the option away.')
  return text
}

function readWorkers(text: string): number {
  if (!/^\d{1,2}$/.test(text) || Number(text) > MOST_WORKERS) throw new InvalidArgumentError(`Give a number from 0 to ${MOST_WORKERS}.`)
  return Number(text)
}

function readCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 0.')
  return Number(text)
}

function readSize(text: string): number {
  const bytes = parseSize(text)
  if (bytes === undefined) throw new InvalidArgumentError(`Give ${SIZE_RANGE}.`)
  return bytes
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError('Give a whole number from 0 to 65535.')
  return port
}
