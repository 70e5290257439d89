// Generated from rules.schema.json by `node tools/build-schema.mjs`. Change the schema, not this file.
import type { Confidence, Severity } from './severity.ts'

/** A rule: one weakness, in a file named after its id. It has exactly one of `match` and `taint`. */
export interface RuleSpec {
  /** Location of this schema, for editors. */
  $schema?: string
  /** The rule's name, in kebab-case. The file is called `<id>.yaml`. */
  id: string
  /** Name of the weakness, in a few words without a full stop. */
  title: string
  /** The impact of the weakness. */
  severity: Severity
  /** How certain it is that a finding is a weakness. */
  confidence: Confidence
  /** The kind of weakness. Built-in rules are in a folder with this name. */
  category: string
  /** CWE ids of the weakness, closest first. */
  cwe: string[]
  /** Entries of OWASP lists, such as `A03:2021`, `API1:2023`, `LLM01:2025`. */
  owasp?: string[]
  /** The languages of the rule. `text` means every text file. */
  languages: string[]
  /** What the code does, what an attacker can do, and when it is not a problem, in one to three sentences. Used for each finding if there is no `message`. */
  description: string
  /** The text of a finding. Metavariables are replaced by code. Default: the `description`. */
  message?: string
  /** How to fix it, in one or two sentences. */
  fix?: string
  /** Links to further information. */
  references?: string[]
  /** Further facts about the rule, such as its license or the technology that it is about. They do not change what the rule finds. */
  metadata?: {
    [k: string]: string | string[]
  }
  /** The files of the rule, as globs over their paths. A glob without a slash matches the file name. */
  paths?: {
    /** Scan only files that match one of these globs. */
    include?: string[]
    /** Skip files that match one of these globs, even if they are included. */
    exclude?: string[]
    /** Whether to scan test code: tests, their support files, mocks and settings of test runners, recognised by their paths. Default: true for the category `secrets`, false for all others. */
    tests?: boolean
    /** For the category `secrets`: severity and confidence in documentation, in templates, and after words such as `Example:`. `least` (default): both are `low`. `less`: one step below those of the rule, for secrets that a checksum verifies or that cannot be samples. */
    samples?: 'less' | 'least'
  }
  /** Conditions on the rest of the file, package or project. All of them must be met. */
  requires?: RequirementSpec[]
  /** Rule ids, or globs over ids (`*` matches any characters), that take precedence: if one of these rules reports an overlapping location, this rule reports nothing there. A glob never matches the rule itself. */
  'yields-to'?: string[]
  /** For rules with `match`: locations at which findings have a lower severity or confidence. If several entries apply, the lowest values count. */
  weaker?: WeakerSpec[]
  /** A text with metavariables. For rules with `match`: findings with the same text, in any file, are merged into one finding with several locations. */
  'one-cause'?: string
  /** A code change that fixes the finding. */
  autofix?: AutofixSpec
  /** Reports each node, range of text or value for which this matcher holds. */
  match?: MatcherSpec
  /** Reports each sink that data from a source reaches without passing a sanitizer. */
  taint?: TaintSpec
}

/** A matcher, and the severity and confidence of findings where it holds. */
export interface WeakerSpec {
  /** For code: a matcher that holds at the reported node. For configuration files and text: a matcher of a range that contains the reported location, such as the job of a step. */
  when: MatcherSpec
  /** The severity of these findings. It must be lower than the rule's. */
  severity?: Severity
  /** The confidence of these findings. It must be lower than the rule's. */
  confidence?: Confidence
}

/** A condition on the rest of the file, package or project. It has exactly one of `match` (must hold somewhere in the scope), `absent` (must hold nowhere in it) and `present` (whether such files exist). Its metavariables are separate from those of the rule. */
export interface RequirementSpec {
  /** The files to search: the same `file`, files `above` it (in its folder and the folders around it), its `package` (files with the same nearest manifest, such as `package.json` or `pyproject.toml`), or the `project` (all files of the scan). */
  scope: 'file' | 'above' | 'package' | 'project'
  /** Search only files that match one of these globs. A glob without a slash matches the file name. */
  files?: string[]
  /** With `files`: whether the scope has such a file. Files that are not scanned count too, such as lock files. */
  present?: boolean
  /** Must hold somewhere in the scope. */
  match?: MatcherSpec
  /** Must hold nowhere in the scope. */
  absent?: MatcherSpec
}

/** A code change that fixes the finding. It has exactly one of `replace`, a template for the whole match, and `edits`, which replace single metavariables. */
export interface AutofixSpec {
  /** The replacement for the whole match, with metavariables. An empty text deletes the match. */
  replace?: string
  /** Replacements of single metavariables. They must not overlap. */
  edits?: {
    /** The metavariable whose code is replaced. */
    at: string
    /** Replaces only the match of this regex in the metavariable's code: its first named group, or the whole match. Without a match nothing changes. */
    find?: string
    /** The replacement, with metavariables. An empty text deletes the code. */
    text: string
  }[]
}

/** A matcher. All its keys must hold for the same node (or value of a configuration file, or range of text). */
export interface MatcherSpec {
  /** The matcher holds only in files of these languages. */
  languages?: string[]
  /** The node has the form of this code. `$X` is a metavariable, `$_` matches any node, `$...ARGS` any number of siblings (bound), `...` any number of siblings. The same `$X` must match equal code. Imports and aliases are resolved, and constants are propagated. */
  pattern?: string
  /** A tree-sitter query that captures the node as `@match`. Other captures become metavariables with upper-case names: `@name` binds `$NAME`. Captures that begin with `_` are only for the query's predicates. */
  query?: string
  /** The regex (RE2 syntax, linear time) matches anywhere in the node's text, or in the file's text if the rule has no other matcher of nodes. Named groups `(?P<NAME>…)` become metavariables. */
  regex?: string
  /** The node calls this function, by its resolved name. A list means any of these. `*` matches one segment, `{a,b}` one of these words, `()` is the result of a call. */
  call?: string | string[]
  /** With `call`: this argument is passed. A list means any of these. For a taint sink it is the value that counts. With `of` and `at`: the node itself is this argument of a call. */
  argument?: ArgumentSelector | ArgumentSelector[] | PassedArgumentSpec
  /** With `call`: constraints on positional arguments by index: `0`, `-1` from the end, `*` for any. */
  arguments?: {
    [k: string]: ConstraintSpec
  }
  /** With `call`: constraints on keyword arguments, or in JavaScript on properties of an object literal that is passed. Dotted names select nested properties. */
  keyword?: {
    [k: string]: ConstraintSpec
  }
  /** The path of the file matches one of these globs. A glob without a slash matches the file name. A glob that ends with a slash matches everything in the folder. */
  files?: string[]
  /** The node has this grammar type. A list means any of these. */
  kind?: string | string[]
  /** In configuration files (YAML, JSON, TOML, HCL, Dockerfile, .env): the value at this path satisfies these constraints. */
  document?: DocumentSpec
  /** All of these hold for the node. */
  all?: MatcherSpec[]
  /** At least one of these holds for the node. */
  any?: MatcherSpec[]
  /** This does not hold for the node. Its bindings are not visible outside. */
  not?: MatcherSpec
  /** An ancestor of the node matches this. */
  inside?: RelationSpec
  /** A descendant of the node matches this. */
  has?: RelationSpec
  /** An earlier node, which ends before this one begins, matches this. */
  follows?: RelationSpec
  /** A later node, which begins after this one ends, matches this. */
  precedes?: RelationSpec
  /** The named matcher from a `shared` file holds. */
  use?: string
  /** Constraints on metavariables that other keys bind. */
  where?: {
    [k: string]: ConstraintSpec
  }
  /** The metavariable to report instead of the whole node. */
  focus?: string
}

/** A matcher that rules and other named matchers use by its name, with `use`. */
export interface NamedMatcherSpec extends MatcherSpec {
  /** Name of a source's data in traces and messages: a noun phrase, or a list of which the first entry applies whose `names` occur in the source's code. A named matcher passes it to the matchers that it uses. */
  'data-name'?: string | DataNameSpec[]
  /** For code with restricted access: who has access, as findings state it. Findings of taint rules that start there are one severity lower. */
  access?: string
  /** For code that passes requests to another file: the metavariable of the target. With `access`, requests to the target are restricted in the same way. */
  mounts?: {
    /** The metavariable of a value of the other file. All its functions receive requests. */
    router?: string
    /** The metavariable of a function of the other file. */
    handler?: string
  }
  /** If a taint source uses it: the source is this parameter of the matching functions, or of functions passed to the matching call. An index from 0, `1..` for those from an index on, a name, `*` for every parameter, or `*text` for parameters annotated as strings. `0.body`, `0.{body,query}` and `0.{query,request.body}` select properties, `0.json()` the result of a method. */
  parameter?: number | string
  /** With `parameter` and `call`: only the functions at this place of the call, an argument or a property of one. By default all arguments. */
  function?: string
  /** With `parameter`: names of parameters that do not count. `*` stands for any characters. */
  except?: string[]
  /** With `parameter`: only parameters without a type, or with a string as type. */
  texts?: true
  /** With `parameter`: only functions or parameters with this decorator, by its resolved name. A list means any of these. `*` matches one segment. */
  decorator?: string | string[]
  /** What the matcher finds. */
  description?: string
}

/** A matcher for another node, and the end of the search for it. */
export interface RelationSpec extends MatcherSpec {
  /** Where the search ends. `immediate` tests one node only (the parent, a child, the neighbour). A matcher stops at nodes for which it holds. Default: no limit. */
  until?: 'immediate' | MatcherSpec
}

/** An argument of a call: an index from 0 (negative from the end), `*` for any, or the name of a keyword argument. */
export type ArgumentSelector = number | string

/** A call that passes the node, and the position of the node among its arguments. */
export interface PassedArgumentSpec {
  /** The call: the resolved name of its function, a list of names, or a matcher of the call. Metavariables of the matcher stay bound. */
  of: string | string[] | MatcherSpec
  /** The argument: an index from 0 (negative from the end), `1..` for this index and all after it, `*` for any, or the name of a keyword argument. In JavaScript a name is a property of an object literal that is passed; dotted names select nested properties. A list means any of these. */
  at: ArgumentSelector | ArgumentSelector[]
}

/** A plain value. */
export type ScalarSpec = string | number | boolean | null

/** A constraint on a value. A plain value: the value equals this constant. A list: it equals one of these. An object: all its keys hold. */
export type ConstraintSpec = ScalarSpec | ScalarSpec[] | ConstraintObject

/** A constraint on one value: any key of a matcher, which must hold for the value, and the keys below. All keys must hold. */
export interface ConstraintObject extends Omit<MatcherSpec, 'all' | 'any' | 'not'> {
  /** All of these hold. */
  all?: ConstraintSpec[]
  /** At least one of these holds. */
  any?: ConstraintSpec[]
  /** This does not hold. */
  not?: ConstraintSpec
  /** The value is one of these constants. */
  in?: ScalarSpec[]
  /** The value is this constant. */
  equals?: ScalarSpec
  /** The value is a number that satisfies this comparison: one of `<` `<=` `>` `>=` `==` `!=` and a number. In a list, all must hold. */
  comparison?: string | string[]
  /** The minimum Shannon entropy of the text, in bits per character. */
  entropy?: number
  /** The resolved name of the expression. A list means any of these. `*` matches one segment, `**` any number, `{a,b}` one of these words. */
  symbol?: string | string[]
  /** True: the value is known without running the program, because it consists of literals. False: it is not. */
  constant?: boolean
  /** The resolved name of the expression's type, or `string`, `number`, `boolean`, `null`, `object`, `array`, `function`; in configuration files also `map` and `list`. A list means any of these. */
  type?: string | string[]
  /** The minimum share, from 0 to 1, of the text's sequences of three characters that are rare in words and names. Random letters and digits have about 0.8, names hardly ever more than 0.35, hexadecimal digits about 0.2. */
  rarity?: number
  /** The text has a correct checksum of this format. */
  checksum?: 'crc32-base62' | 'luhn'
  /** The value is a regular expression for which a backtracking matcher, such as those of JavaScript and Python, takes more than linear time: a literal, `new RegExp('…')`, `re.compile('…')`, or in Python a string. `{}` sets no further condition. */
  superlinear?: {
    /** How the regular expression is applied: `anywhere` in the text (default), at its `start`, as by `re.match`, or to the `whole` text, as by `re.fullmatch`. */
    tried?: 'anywhere' | 'start' | 'whole'
    /** `exponential`: only if about thirty characters keep a program busy for minutes. */
    growth?: 'exponential'
    /** The metavariable that is bound to a description of such a text, for the message. */
    witness?: string
  }
  /** The text decodes as base64 or base64url, and the decoded text satisfies this constraint. */
  base64?: ConstraintSpec
  /** The code as written satisfies this constraint: the text of a string with its quotes, a name and not its value. */
  'source-text'?: ConstraintSpec
  /** In a pipeline of GitHub Actions or GitLab CI: an expression in this value inserts another value of the file that satisfies the constraint, directly or through further expressions: environment variables, outputs of steps and jobs, values of a matrix, variables of a script. */
  'refers-to'?: {
    /** The constraint on the inserted value. */
    value: ConstraintSpec
    /** The metavariable that is bound to the expression in this value. */
    reference?: string
  }
  /** The text of the lines that contain the value satisfies this constraint. */
  line?: ConstraintSpec
  /** A match of this regex in the text of the file contains the value. With `document`: a value that it selects in the configuration file contains the value. */
  within?: string | WithinSpec
  /** The path of the file satisfies this constraint. Use `paths` and `files` where a glob is enough. */
  'file-path'?: ConstraintSpec
  /** The value is an object or dictionary literal (in configuration files a map), and the values of these keys satisfy these constraints. Dotted names select nested keys. `absent` requires that a key does not exist. */
  properties?: {
    [k: string]: ConstraintSpec
  }
  /** True: the argument, keyword, property, metavariable or path does not exist. False: it exists. */
  absent?: boolean
}

/** Values of the configuration file, one of which contains the value. */
export interface WithinSpec {
  document: DocumentSpec
}

/** Values of a configuration file, or of the value that the enclosing `document` selects: those at `path` that satisfy all other keys. All keys of constraints are allowed next to `path`. */
export interface DocumentSpec extends Omit<ConstraintObject, 'document'> {
  /** Constraints on values below this value. In a list, all must hold. */
  document?: DocumentSpec | DocumentSpec[]
  /** The path to the values, relative to the enclosing value. Keys separated by dots; `*` any key, `**` any depth, `[*]` any list item, `[0]` one list item, `$NAME` any key (bound to the metavariable), `"quoted.key"` for keys with dots or spaces. */
  path: string
}

/** Data flow from sources to sinks, through assignments, calls and files, without a sanitizer. */
export interface TaintSpec {
  /** How the sinks use the string, for example as part of a shell command or as a file path. A check of the characters, such as a regex, makes the string safe if it excludes every dangerous string of this context. `text` (default) accepts each check against a list of allowed characters. */
  context?: 'text' | 'shell' | 'path' | 'html' | 'url' | 'host' | 'sql' | 'code' | 'line' | 'template' | 'filter'
  /** Where untrusted data enters. */
  sources: TaintSourceSpec[]
  /** Where untrusted data does harm. With `argument`, `arguments` or `keyword` the sink is the value passed there, otherwise the matched node. */
  sinks: TaintSinkSpec[]
  /** Makes data safe: the result of a call, or a check. */
  sanitizers?: TaintSanitizerSpec[]
  /** Data flow that the source code does not show, such as a library call that writes one argument into another. */
  propagators?: PropagatorSpec[]
  /** How the sinks use the data, with an article, for traces and messages: "passed to `exec` as a shell command". */
  'used-as'?: string
  /** Which sinks are reported if a path leads through several: `each` (default), or only the `last`. */
  report?: 'each' | 'last'
  /** An attacker makes a victim send the request, with a link for example. A login in front of the handler then does not lower the severity, because the victim is logged in. */
  'sent-by-victim'?: true
}

/** A source: a matcher, how data starts there, and a lower severity or confidence of its findings. */
export interface TaintSourceSpec extends MatcherSpec {
  /** Name of a source's data in traces and messages: a noun phrase, or a list of which the first entry applies whose `names` occur in the source's code. A named matcher passes it to the matchers that it uses. */
  'data-name'?: string | DataNameSpec[]
  /** The label of its data. By default all sources share a label. */
  label?: string
  /** The labels that data must already have to get this one, combined by `and`, `or`, `not` and parentheses. */
  requires?: string
  /** The call changes its argument: the argument is tainted after the call, not only the result. */
  'by-side-effect'?: boolean
  /** Only the whole value counts as tainted. Its properties and strings built from it do not. */
  exact?: boolean
  /** The source is this parameter of the matching functions, or of functions passed to the matching call. An index from 0, `1..` for those from an index on, a name, `*` for every parameter, or `*text` for parameters annotated as strings. `0.body`, `0.{body,query}` and `0.{query,request.body}` select properties, `0.json()` the result of a method. */
  parameter?: number | string
  /** With `parameter` and `call`: only the functions at this place of the call, an argument or a property of one. By default all arguments. */
  function?: string
  /** With `parameter`: names of parameters that do not count. `*` stands for any characters. */
  except?: string[]
  /** With `parameter`: only parameters without a type, or with a string as type. */
  texts?: true
  /** With `parameter`: only functions with this decorator, by its resolved name. A list means any of these. `*` matches one segment. */
  decorator?: string | string[]
  /** The severity of findings with this source. It must be lower than the rule's. If a pack changes the rule's severity, the lower one counts. */
  severity?: Severity
  /** The confidence of findings with this source. It must be lower than the rule's. */
  confidence?: Confidence
  /** Where sinks for its data are reported: in all files of the `project` (default), or only in the same `file`. The data may pass through functions of other files. `entry` means `file`, and only if no other file of the scan except tests imports the file, or a published package states it as its entry. */
  scope?: 'file' | 'entry' | 'project'
}

/** A name for data, by names in the source's code: `query` selects "request query parameter `dir`" for `req.query.dir`. */
export interface DataNameSpec {
  /** Names in the source's code, or the first property that is read from it: `query`, `searchParams`. */
  names: string[]
  /** The name of a single value. The value's own name follows: request query parameter `dir`. By default single values have no name. */
  one?: string
  /** The name of the data if no single value is known. The source's code follows: request query parameters `req.query`. */
  all: string
}

/** A sink: a matcher, and the data that does harm there. */
export interface TaintSinkSpec extends MatcherSpec {
  /** The labels that data must have, combined by `and`, `or`, `not` and parentheses. */
  requires?: string
  /** Only a value that comes unchanged from a source counts, not a value that contains it as a part. */
  exact?: boolean
  /** Only these fields of an object count, besides fields with unknown names and the value itself: `[host, hostname]` for the options of `http.request`. */
  fields?: string[]
  /** Built-in checks that do not protect this sink. `path-containment`: the path was resolved and is inside a folder. This protects files, but neither a shell nor a page. */
  'ignored-guards'?: 'path-containment'[]
  /** How this sink uses the string. A check of the characters makes the string safe if it excludes every dangerous string of this context. Default: the `context` of the rule. */
  context?: 'text' | 'shell' | 'path' | 'html' | 'url' | 'host' | 'sql' | 'code' | 'line' | 'template' | 'filter'
  /** A metavariable of the matcher: the sink counts only if data from a source reaches this value too. */
  with?: string
  /** The severity of findings at this sink. It must be lower than the rule's. If a pack changes the rule's severity, or the source has one, the lowest counts. */
  severity?: Severity
  /** The confidence of findings at this sink. It must be lower than the rule's. */
  confidence?: Confidence
  /** Whether data counts that an unknown call may have propagated: `on` (default) reports it with low confidence, `off` does not. */
  weak?: 'on' | 'off'
}

/** A sanitizer: a matcher, and the data that it makes safe. */
export interface TaintSanitizerSpec extends MatcherSpec {
  /** The label that it removes. Default: all. */
  label?: string
  /** The call changes its argument: the argument is safe after the call, not only the result. */
  'by-side-effect'?: boolean
  /** For a check: the result for which the data is safe. Use `false` for checks that detect dangerous values: `if (name.includes('..')) return`. */
  when?: boolean
}

/** A matcher that propagates data from `from` to `to`. */
export interface PropagatorSpec extends MatcherSpec {
  /** The metavariable whose data is propagated. */
  from: string
  /** The metavariable that receives it; `$MATCH` is the result of the matched expression. */
  to: string
}

/** A file of named matchers: `shared/*.yaml` of a rule folder. Rules and other named matchers use them with `use`. */
export interface SharedSpec {
  /** Location of this schema, for editors. */
  $schema?: string
  /** The matchers by name, in kebab-case. Names are unique over all files. */
  matchers: {
    [k: string]: NamedMatcherSpec
  }
}

/** A file of word lists: `words/*.yaml` of a rule folder. Regexes of rules and named matchers refer to a list as `{{words.<name>}}`. */
export interface WordsSpec {
  /** Location of this schema, for editors. */
  $schema?: string
  /** The lists by name, in kebab-case. Names are unique over all files. Each word is a regex; a reference stands for a group of the words as alternatives. */
  words: {
    /** @minItems 1 */
    [k: string]: string[]
  }
}

/** How the functions of a library propagate data: `models/** /*.yaml` of a rule folder. Data-flow analysis applies it to each call of these functions. */
export interface ModelSpec {
  /** Location of this schema, for editors. */
  $schema?: string
  /** Name of the library, for readers. */
  library: string
  /** The matcher holds only in files of these languages. */
  languages: string[]
  /** How calls propagate their arguments. For a function with entries, only these count. */
  flows?: ModelFlowSpec[]
  /** Which values calls pass to the functions that are their arguments, and where the results of these functions go. */
  callbacks?: ModelCallbackSpec[]
  /** What calls and imports return, where that decides how data flows. */
  types?: ModelTypeSpec[]
  /** What calls prove about strings: checks of an argument, and results that are free of some characters. */
  barriers?: ModelBarrierSpec[]
  /** How validators check data against a class or an object that constrains fields. */
  schemas?: ModelSchemaSpec[]
  /** Values that one call stores and another call reads, anywhere in the program: events, queues, caches. */
  jumps?: ModelJumpSpec[]
  /** Values that hold data from outside: parts of a request, results of functions that read one. */
  sources?: ModelSourceSpec[]
  /** Functions of the program that the library calls, and what it passes to them. */
  'entry-points'?: ModelEntryPointSpec[]
  /** How unknown functions propagate their arguments: functions that are neither in the scanned files nor in a model, by their names. */
  'unknown-calls'?: UnknownCallSpec[]
  /** Annotated programs that test the entries. Each starts with a line `=== name`. `strict(x)` marked with `BAD` receives tainted data for certain, and an unmarked `sink(x)` receives none. `source()` returns tainted data. */
  tests?: string
}

/** One propagation of a call. An entry without `from` and `to` states that the call propagates nothing. */
export interface ModelFlowSpec {
  /** The resolved name of the function; several: any of these. `*` matches one segment, `()` is the result of a call, `{a,b}` one of these words. `**.trim` is every method of this name, whatever it is called on. */
  call: string | string[]
  /** What a call takes data from: `Receiver`, `Argument[0]`, `Argument[-1]`, `Argument[1..]`, `Argument[*]`, `Argument[name]` for a keyword, and parts of it: `.Element`, `.MapKey` for the names of its parts, `.Property[name]`. */
  from?: string | string[]
  /** The target of the data: `ReturnValue`, `Receiver`, an argument, and parts of it. */
  to?: string | string[]
  /** `taint` (default): the whole target is tainted by any part of the source. `value`: the target has the same parts as the source. */
  kind?: 'taint' | 'value'
  /** Instead of `from` and `to`: the function does what this operation of a standard container does, to its receiver, or to its first argument if it is a function of a namespace. `clean`: the result contains nothing of the input, and the input is not stored. `element`: one element. `same`: the container with its elements. `insert`: arguments become elements. `splice`: arguments from the third on become elements. `merge`: properties of the arguments become properties. `pairs`: pairs of names and values. `numbered`: pairs of numbers and elements. `zipped`: lists of the elements at the same index of each argument. `listed`: a list of the arguments. `named`: an object of pairs, or of the properties of the argument. `keys`: names of properties. `fields`: the fields of an object as a dictionary. `joined`: a string of the elements. `values`: values of properties. */
  operation?:
    | 'clean'
    | 'element'
    | 'same'
    | 'insert'
    | 'splice'
    | 'merge'
    | 'pairs'
    | 'numbered'
    | 'zipped'
    | 'listed'
    | 'named'
    | 'keys'
    | 'fields'
    | 'joined'
    | 'values'
  /** `true`: the row is about tags of template literals with these names, and not about calls. */
  template?: true
}

/** How a call of a library calls the functions that are its arguments. */
export interface ModelCallbackSpec {
  /** The resolved name of the function; several: any of these. `*` matches one segment, `()` is the result of a call, `{a,b}` one of these words. `**.trim` is every method of this name, whatever it is called on. */
  call: string | string[]
  /** By parameter of the function: what the call passes for it. */
  passes?: {
    /** What a call takes data from: `Receiver`, `Argument[0]`, `Argument[-1]`, `Argument[1..]`, `Argument[*]`, `Argument[name]` for a keyword, and parts of it: `.Element`, `.MapKey` for the names of its parts, `.Property[name]`. */
    [k: string]: string | string[]
  }
  /** The arguments behind the function, except so many, are passed to its parameters in order: 1 for `setTimeout(f, delay, x)`. */
  rest?: number
  /** Where the results of the function go. Without it they go nowhere. */
  returns?: 'ReturnValue' | 'ReturnValue.Element'
  /** `true`: the first parameter of the function is its previous result, and at first another argument of the call, as for `reduce`. */
  accumulates?: true
  /** `true`: the other arguments decide when the function is called and go nowhere, as for `useMemo`. */
  watches?: true
}

/** What a call returns, or what an import is. It has `returns` or `kind`. */
export interface ModelTypeSpec {
  /** The resolved name of the function; several: any of these. `*` matches one segment, `()` is the result of a call, `{a,b}` one of these words. `**.trim` is every method of this name, whatever it is called on. */
  call?: string | string[]
  /** The resolved names of objects that the library exports. */
  import?: string | string[]
  /** `never`: the call throws or ends the process, so that no code behind it runs. `Argument[0]`: the call returns its first argument, also if that is a function. Otherwise the name of a class, with at least one dot: names that begin with an instance of the class, `mongoose.Model().find`, then also stand for the same on a result of the call, `mongoose.model().find`. */
  returns?: string
  /** `application`: an object that the framework passes to all handlers. What a program stores in its properties can be read in each of them. `request-state`: an object that the framework keeps for one request. All files share its properties. `namespace`: its functions take what they work on as their first argument. `record`: a class with this base class or decorator has a constructor that stores the fields that its body declares. `validated-record`: it also validates their types. `schema`: a class with this base class is a schema whose fields are declared by calls of `schemas`. `injected`: the default of a parameter whose value is the result of the function in the first argument. `key`: an object under which values are stored in an application. `conversion`: the first argument in another form, so that conditions on the result are conditions on the argument. */
  kind?: 'application' | 'request-state' | 'namespace' | 'record' | 'validated-record' | 'schema' | 'injected' | 'key' | 'conversion'
  /** Names that programs give to parameters with such an object. */
  parameters?: string[]
}

/** What a call proves about a string. It has exactly one of `allows`, `excludes`, `escapes` and `member-of`. */
export interface ModelBarrierSpec {
  /** The resolved name of the function; several: any of these. `*` matches one segment, `()` is the result of a call, `{a,b}` one of these words. `**.trim` is every method of this name, whatever it is called on. */
  call: string | string[]
  /** The string: an argument of the call, or its result. */
  value: string
  /** For an argument: the truth value of the result that proves it. `returns`: the call throws otherwise. */
  when?: true | false | 'returns'
  /** A regular expression of JavaScript. The whole string matches it. */
  allows?: string
  /** Characters that the string does not contain. */
  excludes?: string[]
  /** Contexts in which the string is safe. */
  escapes?: ('text' | 'shell' | 'path' | 'html' | 'url' | 'host' | 'sql' | 'code' | 'line' | 'template' | 'filter')[]
  /** An argument of the call. The string is an element of it, which counts if it is a list of constants. */
  'member-of'?: string
}

/** What the functions, decorators and types of a validator say about data. A row has exactly one of `call`, `decorator`, `type`, `import` and `property`. Rows with `accepts`, `options` or `field-of` are the words in which a program writes schemas. Other rows are calls that check data against one. */
export interface ModelSchemaSpec {
  /** The resolved name of the function; several: any of these. `*` matches one segment, `()` is the result of a call, `{a,b}` one of these words. `**.trim` is every method of this name, whatever it is called on. */
  call?: string | string[]
  /** The resolved name of the function; several: any of these. `*` matches one segment, `()` is the result of a call, `{a,b}` one of these words. `**.trim` is every method of this name, whatever it is called on. */
  decorator?: string | string[]
  /** The resolved name of the function; several: any of these. `*` matches one segment, `()` is the result of a call, `{a,b}` one of these words. `**.trim` is every method of this name, whatever it is called on. */
  type?: string | string[]
  /** Packages whose functions create schemas. In their chains of calls, rows of methods of any object count. */
  import?: string[]
  /** Properties of a validated object that hold the accepted data. */
  property?: string[]
  /** `accepted` (default): the data that the schema accepts. `fields`: a dictionary of the fields of the validated object. `outcome`: whether the receiver is valid, after which its fields hold accepted data. `checked-fields`: the fields that `field-of` rows have checked. `middleware`: a function that rejects requests that the schema does not accept. */
  gives?: 'accepted' | 'fields' | 'outcome' | 'checked-fields' | 'middleware'
  /** Properties of the result that hold the accepted data, if the result may also be an error: `data` of `safeParse`. */
  parts?: string[]
  /** Where the call gets its schema: `Argument[0]`, or a property of an argument. Default: the receiver. */
  schema?: string
  accepts?: SchemaAcceptance
  /** With `accepts`: the argument that it is about. Default: `Argument[0]`. */
  at?: string
  /** What named arguments, or properties of the first argument, say: `choices: listed`. A list: with one of these constants as its value, the argument says that only `scalars` are accepted. */
  options?: {
    [k: string]: SchemaAcceptance | (string | boolean)[]
  }
  /** The call begins a chain of checks of the fields that its first argument names, in this part of the request. `request`: in any part. */
  'field-of'?: 'body' | 'query' | 'params' | 'request'
}

/** Which values a word of a schema accepts. `scalars`: numbers, booleans, dates, identifiers and fixed words, so no free text. `text`: any string. `listed`: the values in the argument. `matching`: strings that the regex in the argument matches. `format`: strings of the format of JSON Schema in the argument. `fields`: objects with the schemas in the argument as fields. `more-fields`: these, and the fields of the receiver. `elements`: lists of what all arguments accept. `either`: what one of the schemas in the list accepts. `or`: the same, or what the receiver accepts. `inner`: what the schema in the argument accepts. `steps`: what all arguments accept, one after the other. `predicate`: values for which the function in the argument returns true, or does not throw. `converted`: results of the function in the argument. `matching-start`: strings that begin with a match of the regex. `parameters`: the parameters of the decorated function are fields with the schemas in the argument. `anything`: all values, whatever the receiver says. */
export type SchemaAcceptance =
  | 'scalars'
  | 'text'
  | 'listed'
  | 'matching'
  | 'format'
  | 'fields'
  | 'more-fields'
  | 'elements'
  | 'either'
  | 'or'
  | 'inner'
  | 'steps'
  | 'predicate'
  | 'converted'
  | 'matching-start'
  | 'parameters'
  | 'anything'

/** Functions that the library calls. The row has exactly one of `call`, `decorator`, `exports`, `properties`, `methods` and `directive`. */
export interface ModelEntryPointSpec {
  /** Functions that are arguments of this call. */
  call?: string | string[]
  /** With `call`: where the function stands, an argument or a property of one. By default all arguments. */
  function?: string
  /** With `call`: constraints on positional arguments by index: `0`, `-1` from the end, `*` for any. */
  arguments?: {
    [k: string]: ConstraintSpec
  }
  /** Functions with this decorator. */
  decorator?: string | string[]
  /** Functions that a file exports under one of these names, also within the call of a function that wraps them. `default` is the default export. In Python: functions of the module. */
  exports?: string[]
  /** Functions that are properties of object literals, by the names of the property and of the property around it: `resolve`, `Query.*`. */
  properties?: string[]
  /** Methods of classes. `*` stands for any characters. */
  methods?: string[]
  /** With `methods`: only classes that extend one of these, as it is written, without the module. `*` stands for any characters. By default all classes. */
  bases?: string[]
  /** Functions whose body begins with this directive, and functions that a file exports that begins with it. */
  directive?: string
  /** Only files that import one of these packages or modules. `*` stands for any characters. */
  imports?: string[]
  /** The path of the file matches one of these globs. A glob without a slash matches the file name. A glob that ends with a slash matches everything in the folder. */
  files?: string[]
  /** Names of parameters that hold something else. `*` stands for any characters. */
  except?: string[]
  /** Only parameters without a type, or with a string as type. */
  texts?: true
  /** By parameter of the function, or properties of it: the kind of data that the library passes, or the type of the object, whose parts are in `sources`. Rules have the data of a kind as source with `use: parameter-of-<kind>`. */
  parameters: {
    [k: string]: string
  }
}

/** Values that hold data from outside. The row has exactly one of `value` and `decorator`. Parameters and variables are known by their types: `express.Request().body` is property `body` of each value of this type. */
export interface ModelSourceSpec {
  /** The resolved name of the value, or a list of which one must match. `*` matches one segment, `**` any number, `()` is the result of a call or an instance of a type, `{a,b}` one of these words. */
  value?: string | string[]
  /** Parameters with this decorator, except numbers and booleans. */
  decorator?: string | string[]
  /** With `call`: constraints on positional arguments by index: `0`, `-1` from the end, `*` for any. */
  arguments?: {
    [k: string]: ConstraintSpec
  }
  /** The kind of the data. Rules have it as source with `use: value-of-<kind>`. */
  kind: string
  /** The name begins with a name that a program chooses, such as `req`, and nothing else says what it is. Rules have this data as source with `use: value-of-<kind>-by-name`. */
  'by-name'?: true
}

/** A value that is stored by one call and read by another. A write reaches each read with an equal key. */
export interface ModelJumpSpec {
  /** The call that stores the value. */
  write: ModelWriteSpec
  /** The call that reads the value. */
  read: ModelReadSpec
}

/** A call that stores a value under a key. */
export interface ModelWriteSpec {
  /** The resolved name of the function; several: any of these. `*` matches one segment, `()` is the result of a call, `{a,b}` one of these words. `**.trim` is every method of this name, whatever it is called on. */
  call: string | string[]
  /** The stored value. */
  value: string | string[]
  /** What tells stored values apart: a constant string or number, or an object that both calls use. `Receiver.Constructor.Argument[0]` is an argument of the call that created the receiver. Several: all must be equal. The write and the read have the same number of keys. */
  key: string | string[]
}

/** A call that reads what is stored under a key. */
export interface ModelReadSpec {
  /** The resolved name of the function; several: any of these. `*` matches one segment, `()` is the result of a call, `{a,b}` one of these words. `**.trim` is every method of this name, whatever it is called on. */
  call: string | string[]
  /** Where the stored value arrives: the result of the call or a part of it, or a parameter of a function that is an argument, `Argument[1].Parameter[0]`, and parts of it. With `Parameter[0..]`, the values of a range of arguments arrive at this parameter and those behind it. */
  value: string
  /** What tells stored values apart: a constant string or number, or an object that both calls use. `Receiver.Constructor.Argument[0]` is an argument of the call that created the receiver. Several: all must be equal. The write and the read have the same number of keys. */
  key: string | string[]
}

/** The effect of an unknown function, by its name. It has `verbs`, `names` or both. */
export interface UnknownCallSpec {
  /** `builds`: the result contains the arguments. `looks-up`: the result is stored data that the arguments select, and does not contain them. `demands`: like `looks-up`, but throws if nothing is found. */
  effect: 'builds' | 'looks-up' | 'demands'
  /** First words of names, in lower case: `find` applies to `findOne`, `find_all` and `find`. */
  verbs?: string[]
  /** Complete names. They take precedence over verbs. */
  names?: string[]
  /** Words in names, in lower case: `by` applies to `userById`. They have the lowest precedence. */
  words?: string[]
}

/** A pack: a named selection of rules. It has `rules`, `packs` or both. */
export interface PackSpec {
  /** Location of this schema, for editors. */
  $schema?: string
  /** The name of the pack, in kebab-case. */
  name: string
  /** The version of the pack: major, minor and patch. */
  version: string
  /** The purpose of the pack. */
  description?: string
  /** Rule ids, or globs over ids: `*` matches any characters. Each must match at least one rule. */
  rules?: string[]
  /** Names of other packs whose rules and overrides are included. */
  packs?: string[]
  /** Filters for these rules: for each key, the rule must have one of the values. A rule without `languages` has all of them. */
  only?: {
    /** Categories of the rule. */
    categories?: string[]
    /** Languages of the rule. */
    languages?: string[]
    /** The rule's own severity. */
    severities?: Severity[]
    /** CWE ids of the rule. */
    cwe?: string[]
    /** Entries of the OWASP Top 10. Globs are allowed. */
    owasp?: string[]
  }
  /** Changes to single rules of this pack, by rule id. */
  overrides?: {
    [k: string]: {
      /** The severity of the rule in this pack. */
      severity?: Severity
      /** True removes the rule from this pack. */
      off?: boolean
    }
  }
}
