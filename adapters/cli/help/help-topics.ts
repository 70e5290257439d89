/** What `assay help` tells besides commands: a line, and a page with examples. */
export interface HelpTopic {
  readonly summary: string
  readonly page: string
}

/** By the word that asks for it. No command has such a name. */
export const HELP_TOPICS: Readonly<Record<string, HelpTopic>> = {
  settings: {
    summary: 'assay.config.yaml',
    page: `assay.config.yaml, here or above, says what a project decides. assay init writes one.

  extends: [team/assay.config.yaml]        settings that these build on
  packs: [full]                            rules that run
  rules: [.assay/rules]                    folders of more rules
  exclude: [third_party/, "*.min.js"]      files that are not scanned
  fail-on: high                            when a scan fails; also min-grade: B
  baseline: assay-baseline.json            known findings
  overrides:                               what counts otherwise; the last one decides
    - files: [examples/]
      severity: low
    - rules: [weak-hash, "secret-*"]
      files: [test/fixtures/]
      off: true
      reason: Made up for the tests.

Paths of settings must be in the project: the repository, or the folder of the settings.
--allow-outside-paths allows others.

--config FILE names another file, --no-config none. What settings turn off is listed as
suppressed; the grade is of what counts then.`,
  },
  filters: {
    summary: 'list fewer findings',
    page: `Filters hide findings: the grade stays that of all, and the report says how many are hidden.

  assay scan --severity high                  high and critical
  assay scan --confidence medium              medium and high
  assay scan --category injection --category secrets
  assay scan --rule 'secret-*' --exclude-rule secret-generic
  assay scan --include 'src/' --exclude '*.test.ts'
  assay scan --max-findings 10                the worst ten

--fail-on judges what is listed, without regard to --max-findings; --min-grade judges the grade.`,
  },
  baselines: {
    summary: 'old findings, and changes alone',
    page: `  assay baseline create                       keep what is found now in assay-baseline.json
  assay scan --baseline assay-baseline.json   list what is not in it
  assay baseline update                       take out what is gone
  assay baseline update --add                 take in what is new
  assay baseline show

Findings are known again when lines move, files are renamed and code goes to another file.

  assay scan --since origin/main              findings on lines that a branch changed
  assay scan --staged --allow-empty           findings on staged lines, for a hook

The analysis is of the whole project: a finding is listed when a step of the way of its data changed.`,
  },
  suppressions: {
    summary: 'silence a finding where it stands',
    page: `A comment above a statement, or behind it, silences rules there.

  // assay-ignore command-injection -- the argument is a constant of the build
  exec(command)

  # assay-ignore-file secret-*               in the whole file

Without an id it silences every rule. What stands after -- is the reason.

  assay scan --require-reasons                fail when a finding is silenced without one
  assay scan --error-on-unused-suppressions   fail when a comment silences nothing`,
  },
  workers: {
    summary: 'large scans of the service on other machines',
    page: `Large uploads of assay serve can be scanned by assay worker, on other machines:

  npm install bullmq@6 ioredis@5
  export ASSAY_QUEUE__REDIS_URL=redis://redis.internal:6379
  assay serve                                 takes uploads, scans small ones, waits for large ones
  assay worker                                scans large ones; as many of them as there are machines

  ASSAY_QUEUE__FROM_BYTES    from where an upload is large (default: 131072); 0 for all
  ASSAY_WORKERS              scans at a time, of a worker as of a service

Services and workers have the same settings and rules. The scan of a worker that dies is done by
another one. While Redis does not answer, large uploads are told 503 with Retry-After. That Redis
must not evict keys: --maxmemory-policy noeviction.`,
  },
  'exit-codes': {
    summary: 'what the command tells its caller',
    page: `  0    no finding at or over the threshold (--fail-on, by default high)
  1    findings at or over it, or a grade below --min-grade
  2    wrong usage, settings or rules
  3    the scan could not be completed, or no file was scanned, or no code that there is
  130  stopped by Ctrl-C
  143  stopped by a termination signal

A scan that is not complete never passes, whatever it found.`,
  },
  services: {
    summary: 'scans by a service, and logging in to it',
    page: `A service scans with its own rules, and under the quota of who asks.

  assay login --server https://assay.example.org    log in by the page of the service
  assay scan --server https://assay.example.org     have it scan
  assay whoami                                      account, plan, and when the login ends
  assay logout                                      the service revokes the key too

login shows an address and a code: open the address in any browser, sign in, enter the code.
In a pipeline there is nobody to do that. Set ASSAY_API_KEY to a key, or keep one:

  assay login --server https://assay.example.org --with-key < key.txt

Who runs a service makes accounts and keys: assay help admin accounts, assay help admin keys.`,
  },
  environment: {
    summary: 'variables that are looked at',
    page: `  NO_COLOR, FORCE_COLOR      colours, unless --color or --no-color says
  FORCE_HYPERLINK            links to files in the text report
  CI                         no progress line, and no links
  ASSAY_API_KEY              key for --server, before that of assay login
  ASSAY_SERVER               service of assay login, logout and whoami
  ASSAY_DEBUG                more of an internal error; may show text of files
  XDG_CACHE_HOME             folder for compiled rules
  XDG_CONFIG_HOME            folder for keys of services
  PORT, HOST                 of assay serve and assay worker
  ASSAY_QUEUE__REDIS_URL     queue of large scans: assay help workers`,
  },
}
