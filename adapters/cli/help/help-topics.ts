/** A topic of `assay help` that is not a command: one line, and a page with examples. */
export interface HelpTopic {
  readonly summary: string
  readonly page: string
}

/** Topics by name. No command has the same name. */
export const HELP_TOPICS: Readonly<Record<string, HelpTopic>> = {
  settings: {
    summary: 'assay.config.yaml',
    page: `The settings of a project are in assay.config.yaml, in the current folder or a parent folder.
Run assay init to create the file.

  extends: [team/assay.config.yaml]        settings files to inherit from
  packs: [full]                            rule packs to run
  rules: [.assay/rules]                    folders with additional rules
  exclude: [third_party/, "*.min.js"]      files that are not scanned
  fail-on: high                            threshold of a failed scan; see also min-grade: B
  baseline: assay-baseline.json            known findings
  overrides:                               changes for some files or rules; the last match wins
    - files: [examples/]
      severity: low
    - rules: [weak-hash, "secret-*"]
      files: [test/fixtures/]
      off: true
      reason: Test data.

Paths must be inside the project: the repository, or the folder of the settings file.
Use --allow-outside-paths to allow other paths.

Use --config FILE for another settings file, or --no-config for none. Findings that settings
turn off are listed as suppressed and do not count for the grade.`,
  },
  filters: {
    summary: 'list only some of the findings',
    page: `Filters hide findings from the report. They do not change the grade. The report states how many
findings are hidden.

  assay scan --severity high                  high and critical
  assay scan --confidence medium              medium and high
  assay scan --category injection --category secrets
  assay scan --rule 'secret-*' --exclude-rule secret-generic
  assay scan --include 'src/' --exclude '*.test.ts'
  assay scan --max-findings 10                the ten most severe findings

--fail-on applies to the findings that match the filters. --max-findings does not affect it.
--min-grade applies to the grade.`,
  },
  baselines: {
    summary: 'list only new findings, or findings on changed lines',
    page: `  assay baseline create                       store all current findings in assay-baseline.json
  assay scan --baseline assay-baseline.json   list only findings that are not in the baseline
  assay baseline update                       remove findings that no longer exist
  assay baseline update --add                 also add new findings
  assay baseline show                         show the findings in the baseline

A finding is recognised when its lines move, its file is renamed, or its code moves to another file.

  assay scan --since origin/main              findings on lines that a branch changed
  assay scan --staged --allow-empty           findings on staged lines, for a pre-commit hook

The whole project is analysed. A finding is listed if any step of its data-flow path is on a changed line.`,
  },
  suppressions: {
    summary: 'ignore a finding with a comment in the code',
    page: `To suppress a finding, write a comment above the statement or at the end of its line.

  // assay-ignore command-injection -- the argument is a build constant
  exec(command)

  # assay-ignore-file secret-*               in the whole file

Without a rule id, the comment suppresses all rules. The text after -- is the reason.

  assay scan --require-reasons                fail if a suppression has no reason
  assay scan --error-on-unused-suppressions   fail if a suppression has no effect`,
  },
  workers: {
    summary: 'run large scans of the service on other machines',
    page: `Large uploads of assay serve can be scanned by assay worker, on other machines:

  npm install bullmq@6 ioredis@5
  export ASSAY_QUEUE__REDIS_URL=redis://redis.internal:6379
  assay serve                                 accepts uploads, scans small ones, queues large ones
  assay worker                                scans large uploads; start one on each machine

  ASSAY_QUEUE__FROM_BYTES    minimum size of a large upload in bytes (default: 131072); 0: all uploads
  ASSAY_WORKERS              number of parallel scans of a service or worker

Services and workers need the same settings and rules. If a worker stops, another worker repeats
its scan. While Redis is unavailable, large uploads get status 503 with Retry-After. Configure this
Redis so that it does not evict keys: --maxmemory-policy noeviction.`,
  },
  'exit-codes': {
    summary: 'meaning of the exit codes',
    page: `  0    passed: no finding reaches the threshold (--fail-on, default: high)
  1    failed: findings reach the threshold, or the grade is below --min-grade
  2    invalid usage, settings or rules
  3    incomplete: the scan did not finish, or no file or no program code was scanned
  130  stopped by Ctrl-C (SIGINT)
  143  stopped by SIGTERM

An incomplete scan never passes, regardless of its findings.`,
  },
  services: {
    summary: 'scan with a hosted service, and log in to it',
    page: `A service scans with its own rules and applies the quota of the caller.

  assay login --server https://assay.example.org    log in on the web page of the service
  assay scan --server https://assay.example.org     scan with the service
  assay whoami                                      show account, plan and expiry of the login
  assay logout                                      log out and revoke the key

assay login shows a URL and a code. Open the URL in any browser, sign in, and enter the code.
In CI, set ASSAY_API_KEY to an API key, or store a key:

  assay login --server https://assay.example.org --with-key < key.txt

Operators create accounts and keys: see assay help admin accounts and assay help admin keys.`,
  },
  environment: {
    summary: 'environment variables',
    page: `  NO_COLOR, FORCE_COLOR      disable or force colors; --color and --no-color take precedence
  FORCE_HYPERLINK            enable or disable links to files in the text report
  CI                         disables the progress line and links
  ASSAY_API_KEY              API key for --server; takes precedence over assay login
  ASSAY_SERVER               default service of assay login, logout and whoami
  ASSAY_DEBUG                show details of internal errors; may include source text
  XDG_CACHE_HOME             parent folder of the cache of compiled rules
  XDG_CONFIG_HOME            parent folder of stored API keys
  PORT, HOST                 port and host of assay serve and assay worker
  ASSAY_QUEUE__REDIS_URL     queue of large scans; see assay help workers`,
  },
}
