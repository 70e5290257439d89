// Generated from rules.schema.json by `node tools/build-schema.mjs`. Change the schema, not this file.
import type { Confidence, Severity } from './severity.ts'

/** A rule as its author wrote it: one weakness, in one file that is named after its id. It has exactly one of `match` and `taint`. */
export interface RuleSpec {
  /** Where this schema lies, for editors. */
  $schema?: string
  /** The rule's name, in kebab-case. The file is called `<id>.yaml`. */
  id: string
  /** What is wrong, in a few words without a full stop. */
  title: string
  /** How bad the weakness is when it is real. */
  severity: Severity
  /** How sure the rule is that what it reports is a weakness. */
  confidence: Confidence
  /** The family of the weakness. Built-in rules lie in a folder of this name. */
  category: string
  /** Weaknesses of the Common Weakness Enumeration that this is one of, the closest first. */
  cwe: string[]
  /** Entries of OWASP lists, as `A03:2021`, `API1:2023`, `LLM01:2025`. */
  owasp?: string[]
  /** The languages the rule is for. `text` is every text file, whatever its language. */
  languages: string[]
  /** What the weakness is and what it leads to, in one to three sentences. Said of each finding when there is no `message`. */
  description: string
  /** Said of one finding, with its metavariables filled in. Default: the `description`. */
  message?: string
  /** How to mend it, in one or two sentences. */
  fix?: string
  /** Pages that say more. */
  references?: string[]
  /** Files the rule looks at, by globs over their paths. A pattern without a slash is tried on the file's name alone. */
  paths?: {
    /** Only files that match one of these globs. */
    include?: string[]
    /** No file that matches one of these globs, even when it is included. */
    exclude?: string[]
    /** Whether test code is looked at: tests, what they stand on, mocks and settings of test runners, known by their paths. Default: true for the category `secrets`, false for all others. */
    tests?: boolean
    /** Of the category `secrets`: what findings are in documentation and templates, and after words such as `Example:`. `least`, the default: severity and confidence `low`. `less`: one step below the rule, for secrets that are known by a checksum or can be no sample. */
    samples?: 'less' | 'least'
  }
  /** What must hold, or must not hold, elsewhere in the file or the project for the rule to report anything. All of them count. */
  requires?: RequirementSpec[]
  /** Ids of rules that say more of the same code, or globs over ids (`*` any run of characters): where one of them reports a place that overlaps, this rule is silent. A glob never names the rule itself. */
  'yields-to'?: string[]
  /** Of a rule with `match`: places at which findings are weaker than the rule says. Of several rows that hold the weakest counts. */
  weaker?: WeakerSpec[]
  /** A text with metavariables. Findings of a rule with `match` for which it is the same, in any file, are one finding with its other places. */
  'one-cause'?: string
  /** A change of the code that mends it. */
  autofix?: AutofixSpec
  /** Reports each node, stretch of text or value for which this holds. */
  match?: MatcherSpec
  /** Reports each sink that data of a source reaches without passing a sanitizer. */
  taint?: TaintSpec
}

/** A matcher, and what findings are where it holds at what is reported, or around it. */
export interface WeakerSpec {
  /** Of code a matcher that holds at what is reported; of configuration and of text one that finds a stretch in which it lies, such as the job of a step. */
  when: MatcherSpec
  /** The severity of these findings; lower than the rule's. */
  severity?: Severity
  /** The confidence of these findings; lower than the rule's. */
  confidence?: Confidence
}

/** A condition on the rest of the file, package or project. Exactly one of `match` (must hold somewhere in the scope), `absent` (must hold nowhere in it) and `present` (whether there are such files at all). It has metavariables of its own. */
export interface RequirementSpec {
  /** Where to look: in the same `file`, in files `above` it (those of its folder and of the folders around it), in the `package` it belongs to (the files whose nearest manifest, such as `package.json` or `pyproject.toml`, is the same), or in the `project` (all files of the scan). */
  scope: 'file' | 'above' | 'package' | 'project'
  /** Only files that match one of these globs are looked at. A pattern without a slash is tried on the file's name alone. */
  files?: string[]
  /** With `files`: whether the scope has such a file. Those that are not read count, too, such as lock files. */
  present?: boolean
  /** Must hold somewhere in the scope. */
  match?: MatcherSpec
  /** Must hold nowhere in the scope. */
  absent?: MatcherSpec
}

/** A change that mends the code. Exactly one of `replace`, a template for the whole match, and `edits`, which replace single metavariables. */
export interface AutofixSpec {
  /** The text that replaces the whole match, with its metavariables filled in. Empty deletes it. */
  replace?: string
  /** Replacements of single metavariables; they may not overlap. */
  edits?: {
    /** The metavariable whose text is replaced. */
    at: string
    /** Replaces only what this regex finds in the metavariable's text: its first named group, or all that it matches. Where it finds nothing, nothing is changed. */
    find?: string
    /** The text that takes its place, with metavariables filled in. Empty deletes it. */
    text: string
  }[]
}

/** A matcher. All its keys must hold for the same node (or value of a configuration file, or stretch of text). */
export interface MatcherSpec {
  /** Holds only in files of these languages; the other keys are compiled for these alone. */
  languages?: string[]
  /** The node looks like this code. `$X` is a metavariable, `$_` anything, `$...ARGS` any number of siblings, `...` anything. The same `$X` twice must be equal. Imports and aliases are resolved, constants are propagated. */
  pattern?: string
  /** This tree-sitter query captures the node as `@match`. Its other captures become metavariables with upper-case names: `@name` binds `$NAME`; those that begin with `_` are for its predicates alone, and bind nothing. */
  query?: string
  /** The node's text matches somewhere (RE2 syntax, linear time); in a rule without another node matcher, the file's text. Named groups `(?P<NAME>…)` become metavariables. */
  regex?: string
  /** The node calls this function, by its resolved name; several: any of these. `*` matches one segment, `()` is the result of a call. */
  call?: string | string[]
  /** With `call`: this argument is passed; several: any of these. It is what a taint sink looks at. */
  argument?: ArgumentSelector | ArgumentSelector[]
  /** With `call`: constraints on positional arguments, by index: `0`, `-1` from the end, `*` any. */
  arguments?: {
    [k: string]: ConstraintSpec
  }
  /** With `call`: constraints on keyword arguments; in JavaScript on properties of an object literal that is passed. Dotted names go deeper. */
  keyword?: {
    [k: string]: ConstraintSpec
  }
  /** The file has one of these paths, as globs: one without a slash is tried on its name alone, one that ends in a slash is all below. */
  files?: string[]
  /** The node has this type in the grammar; several: any of these. */
  kind?: string | string[]
  /** In configuration files (YAML, JSON, TOML, HCL, Dockerfile, .env): the value at this path satisfies these constraints. */
  document?: DocumentSpec
  /** All of these hold for the node. */
  all?: MatcherSpec[]
  /** At least one of these holds for the node. */
  any?: MatcherSpec[]
  /** This does not hold for the node. What it binds is not seen outside. */
  not?: MatcherSpec
  /** The node lies within one that matches this. */
  inside?: RelationSpec
  /** A node within this one matches this. */
  has?: RelationSpec
  /** A node that ends before this one begins matches this: the node follows it. */
  follows?: RelationSpec
  /** A node that begins after this one ends matches this: the node precedes it. */
  precedes?: RelationSpec
  /** The matcher of this name in a `shared` file holds. */
  use?: string
  /** Constraints on metavariables that the other keys bind. */
  where?: {
    [k: string]: ConstraintSpec
  }
  /** The metavariable to report, instead of the whole node. */
  focus?: string
}

/** A matcher that others use by its name, with `use`. */
export interface NamedMatcherSpec extends MatcherSpec {
  /** What the data of a source is called in traces and messages: a noun phrase, or rows of which the first counts that has a name of the source's code. A named matcher passes it to the matchers that it uses. */
  'data-name'?: string | DataNameSpec[]
  /** Of code that not everybody reaches: who does, as the way of a finding says it. What begins there is one step less severe, in every rule of data flow. */
  access?: string
  /** Of code that hands requests on to another file: the metavariable for what it hands them to. What begins there is reached in this way; with `access`, by those alone of whom it says so. */
  mounts?: {
    /** The metavariable for a value of the other file, whose functions all get the requests. */
    router?: string
    /** The metavariable for a function of the other file. */
    handler?: string
  }
  /** For taint sources that use it: the place is this parameter of the functions that match, or that are passed to the call that matches: its index from 0, its name, `*` for every parameter, or `*text` for those that an annotation says to be texts; `0.body` and `0.{body,query}` take parts of it. */
  parameter?: number | string
  /** With `parameter`: only functions or parameters with this decorator, by its resolved name; several: any of these. `*` matches one segment. */
  decorator?: string | string[]
  /** What it finds, for its readers. */
  description?: string
}

/** A matcher for another node, and where the search for it ends. */
export interface RelationSpec extends MatcherSpec {
  /** Where the search ends: `immediate` looks one step far (the parent, a child, the neighbour), a matcher names the nodes at which it stops. Default: the whole way. */
  until?: 'immediate' | MatcherSpec
}

/** An argument of a call: its index from 0, negative from the end; `*` for any; or a keyword's name. */
export type ArgumentSelector = number | string

/** A plain value. */
export type ScalarSpec = string | number | boolean | null

/** What a value must be. A plain value: the value is this constant. A list: one of these. An object: all its keys hold. */
export type ConstraintSpec = ScalarSpec | ScalarSpec[] | ConstraintObject

/** A constraint on one value: any key of a matcher, which the value must match itself, and the keys below. All its keys hold. */
export interface ConstraintObject extends Omit<MatcherSpec, 'all' | 'any' | 'not'> {
  /** All of these hold. */
  all?: ConstraintSpec[]
  /** At least one of these holds. */
  any?: ConstraintSpec[]
  /** Holds when this does not. */
  not?: ConstraintSpec
  /** The value is one of these constants. */
  in?: ScalarSpec[]
  /** The value is this constant. */
  equals?: ScalarSpec
  /** The value is a number for which this holds; several: all of them. One of `<` `<=` `>` `>=` `==` `!=` and a number. */
  comparison?: string | string[]
  /** The least Shannon entropy of the text, in bits a character. */
  entropy?: number
  /** The resolved name of the expression; several: any of these. `*` matches one segment, `**` any number. */
  symbol?: string | string[]
  /** True: the value is known without running the program, as it is built from literals alone. False: it is not. */
  constant?: boolean
  /** The resolved name of the expression's type, or `string`, `number`, `boolean`, `null`, `object`, `array`, `function`; in configuration files also `map` and `list`. Several: any of these. */
  type?: string | string[]
  /** The least share, from 0 to 1, of the text's sequences of three characters that are rare in words and names. Random letters and digits have about 0.8, names hardly ever more than 0.35, hexadecimal digits about 0.2. */
  rarity?: number
  /** The text carries a checksum in this format, and it is right. */
  checksum?: 'crc32-base62' | 'luhn'
  /** The value is a regular expression for which a backtracking matcher, as JavaScript and Python have it, takes more than linear time with some texts: a literal, `new RegExp('…')`, `re.compile('…')`, in Python a text. `{}` asks for just that. */
  superlinear?: {
    /** Where a match may begin and end: `anywhere` in the text, which is the default; at its `start`, as for `re.match`; on the `whole`, as for `re.fullmatch`. */
    tried?: 'anywhere' | 'start' | 'whole'
    /** `exponential`: only where some thirty characters are enough to keep a program busy for minutes. */
    growth?: 'exponential'
    /** The metavariable that is bound to the description of such a text, for the message. */
    witness?: string
  }
  /** The text decodes as base64 or base64url, and what it holds satisfies this. */
  base64?: ConstraintSpec
  /** The value is an object or dictionary literal (in configuration files a map), and what it has under these keys satisfies these constraints. Dotted names go deeper; `absent` asks that a key is not there. */
  properties?: {
    [k: string]: ConstraintSpec
  }
  /** True: the argument, keyword, property, metavariable or path is not there. False: it is. */
  absent?: boolean
}

/** Values of a configuration file, or of the value that the enclosing `document` found: those at `path` that satisfy all other keys. Any constraint key may stand beside `path`. */
export interface DocumentSpec extends Omit<ConstraintObject, 'document'> {
  /** Constraints on what lies below the value: one, or several that must all hold. */
  document?: DocumentSpec | DocumentSpec[]
  /** The way from here to the values, all of which are tried. Dotted keys; `*` any key, `**` any depth, `[*]` any or `[0]` one list item, `$NAME` any key, bound to that metavariable; `"quoted.key"` for keys with dots or spaces. */
  path: string
}

/** Data flow: sinks that data of a source reaches, over assignments, calls and files, without passing a sanitizer. */
export interface TaintSpec {
  /** What a string becomes at the sinks: a part of a shell command, a file path. A check of its characters, such as a regex, counts when it excludes every string that is dangerous there. `text`, the default, accepts each check that lists the allowed characters. */
  context?: 'text' | 'shell' | 'path' | 'html' | 'url' | 'host' | 'sql' | 'code' | 'line' | 'template' | 'filter'
  /** Where untrusted data comes from. */
  sources: TaintSourceSpec[]
  /** Where it does harm. With `argument`, `arguments` or `keyword` the value passed there is the sink, else what the matcher reports. */
  sinks: TaintSinkSpec[]
  /** What makes data harmless: the result of a call, or a check. */
  sanitizers?: TaintSanitizerSpec[]
  /** Ways of data that the program does not show, such as a library call that writes one argument into another. */
  propagators?: PropagatorSpec[]
  /** What the sinks use the data as, with an article. Traces and messages say it: `exec` uses it as "a shell command". */
  'used-as'?: string
  /** What of one way is reported that leads through several sinks: `each` (the default), or only the `last`, where the harm is done. */
  report?: 'each' | 'last'
}

/** A source: a matcher, how data starts there, and what its findings are when they are weaker than those of the rule. */
export interface TaintSourceSpec extends MatcherSpec {
  /** What the data of a source is called in traces and messages: a noun phrase, or rows of which the first counts that has a name of the source's code. A named matcher passes it to the matchers that it uses. */
  'data-name'?: string | DataNameSpec[]
  /** The label its data carries. Default: one label that all share. */
  label?: string
  /** The labels the data must carry already to get this one, combined by `and`, `or`, `not` and parentheses. */
  requires?: string
  /** The call changes the data it is given, not only its result: what was passed is tainted from here on. */
  'by-side-effect'?: boolean
  /** Its data counts whole, and not what is taken out of it or text made of it. */
  exact?: boolean
  /** The place is this parameter of the functions that match, or that are passed to the call that matches: its index from 0, its name, `*` for every parameter, or `*text` for those that an annotation says to be texts; `0.body` and `0.{body,query}` take parts of it. */
  parameter?: number | string
  /** With `parameter`: only functions with this decorator, by its resolved name; several: any of these. `*` matches one segment. */
  decorator?: string | string[]
  /** The severity of findings whose data comes from this source; lower than the rule's. Where a pack changes the rule's severity, the lower of the two counts. */
  severity?: Severity
  /** The confidence of findings whose data comes from this source; lower than the rule's. */
  confidence?: Confidence
  /** Where its data does harm: in any file of the `project` (the default), or in the `file` where it starts. On its way it may pass through functions of other files. `entry` is `file` where no other file of the scan imports it, tests aside. */
  scope?: 'file' | 'entry' | 'project'
}

/** The name of data that code with one of these names reads: `req.query.dir` is "request query parameter `dir`" by the name `query`. */
export interface DataNameSpec {
  /** Names in the source's code, or the first property that is read of it: `query`, `searchParams`. */
  names: string[]
  /** What a single value is called. Its name follows: request query parameter `dir`. Default: values are not named. */
  one?: string
  /** What the data is called when no single value is known. The source's code follows: request query parameters `req.query`. */
  all: string
}

/** A sink: a matcher, and which data does harm there. */
export interface TaintSinkSpec extends MatcherSpec {
  /** The labels that must meet here, combined by `and`, `or`, `not` and parentheses. */
  requires?: string
  /** It counts when the value itself comes from a source, and not when only a part of it does. */
  exact?: boolean
  /** Of an object only what is in these fields counts, or in any that nobody knows, and the value itself: `[host, hostname]` for what is passed to `http.request`. */
  fields?: string[]
  /** Checks that every rule knows and that make nothing harmless here. `path-containment`: a path was resolved and seen to lie within a folder, which keeps files safe but neither a shell nor a page. */
  'ignored-guards'?: 'path-containment'[]
  /** What the string becomes at this sink. A check of its characters counts when it excludes every string that is dangerous there. Default: the `context` of the rule. */
  context?: 'text' | 'shell' | 'path' | 'html' | 'url' | 'host' | 'sql' | 'code' | 'line' | 'template' | 'filter'
  /** A metavariable of the matcher: the sink counts where data of a source reaches what this stands for, too. */
  with?: string
  /** The severity of findings at this sink; lower than the rule's. Where a pack changes the rule's severity, or the source states one, the lowest counts. */
  severity?: Severity
  /** The confidence of findings at this sink; lower than the rule's. */
  confidence?: Confidence
  /** Whether data counts that may have been handed on by a call which nobody knows: `on`, as it is without, with low confidence, or `off`. */
  weak?: 'on' | 'off'
}

/** A sanitizer: a matcher, and what it makes harmless. */
export interface TaintSanitizerSpec extends MatcherSpec {
  /** The label it takes away. Default: all. */
  label?: string
  /** The call changes the data it is given, not only its result: what was passed is clean from here on. */
  'by-side-effect'?: boolean
  /** Of a check: data is harmless where the check says this. `false` for checks that look for something bad: `if (name.includes('..')) return`. */
  when?: boolean
}

/** A matcher that passes data on: what `from` holds also reaches `to`. */
export interface PropagatorSpec extends MatcherSpec {
  /** The metavariable whose data passes on. */
  from: string
  /** The metavariable that receives it; `$MATCH` is the result of the matched expression. */
  to: string
}

/** A file of named matchers: `shared/*.yaml` of a rule folder. Rules and other named matchers take them with `use`. */
export interface SharedSpec {
  /** Where this schema lies, for editors. */
  $schema?: string
  /** The matchers by name, in kebab-case. Names are unique over all files. */
  matchers: {
    [k: string]: NamedMatcherSpec
  }
}

/** What the functions of a library do with data: `models/** /*.yaml` of a rule folder. Data flow takes it wherever one of them is called. */
export interface ModelSpec {
  /** Where this schema lies, for editors. */
  $schema?: string
  /** The library's name, for its readers. */
  library: string
  /** Holds only in files of these languages; the other keys are compiled for these alone. */
  languages: string[]
  /** What calls do with what they are passed. Of a call that a row names the rows alone say it. */
  flows?: ModelFlowSpec[]
  /** What calls of functions do that are neither among the files nor named by a row, as far as the name of the function tells. */
  'unknown-calls'?: UnknownCallSpec[]
  /** Annotated programs that prove the rows. Each starts with a line `=== name`. `strict(x)` marked with `BAD` receives tainted data for certain, and an unmarked `sink(x)` receives none. `source()` returns tainted data. */
  tests?: string
}

/** What a call does with data. A row that says neither `from` nor `to` says that nothing comes out. */
export interface ModelFlowSpec {
  /** The resolved name of the function; several: any of these. `*` matches one segment, `()` is the result of a call, `{a,b}` one of these words. */
  call: string | string[]
  /** What the data is taken from: `Receiver`, `Argument[0]`, `Argument[-1]`, `Argument[1..]`, `Argument[*]`, `Argument[name]` for a keyword, and parts of it: `.Element`, `.MapKey` for the names of its parts, `.Property[name]`. */
  from?: string | string[]
  /** Where it goes: `ReturnValue`, `Receiver`, an argument, and parts of it. */
  to?: string | string[]
  /** `taint`, as it is without: all of the target holds what was in any part. `value`: the target has the parts that were there. */
  kind?: 'taint' | 'value'
}

/** What a function does by its name: it has `verbs`, `names` or both. */
export interface UnknownCallSpec {
  /** `builds`: what it gives is made of what it is passed. `looks-up`: it gives what is kept elsewhere under what it is passed, and nothing of that. `demands`: the same, and it throws where nothing is. */
  effect: 'builds' | 'looks-up' | 'demands'
  /** First words of names, in lower case: `find` is that of `findOne`, `find_all` and `find`. */
  verbs?: string[]
  /** Whole names. They count before verbs. */
  names?: string[]
  /** Words within names, in lower case: `by` is one of `userById`. They count last. */
  words?: string[]
}

/** A pack: a selection of rules under a name. It has `rules`, `packs` or both. */
export interface PackSpec {
  /** Where this schema lies, for editors. */
  $schema?: string
  /** The pack's name, in kebab-case, by which it is asked for. */
  name: string
  /** The pack's version: major, minor and patch. */
  version: string
  /** What the pack is for. */
  description?: string
  /** Rule ids, or globs over ids: `*` stands for any run of characters. Each must name at least one rule. */
  rules?: string[]
  /** Other packs, by name, whose rules and overrides this one takes over. */
  packs?: string[]
  /** What is left of these rules: those that have one of the values for every key given here. A rule without `languages` is for all of them. */
  only?: {
    /** Families of weaknesses. */
    categories?: string[]
    /** Languages that the rule is for. */
    languages?: string[]
    /** Severities that the rule has of itself. */
    severities?: Severity[]
    /** Weaknesses of CWE. */
    cwe?: string[]
    /** Entries of the OWASP Top 10; globs are allowed. */
    owasp?: string[]
  }
  /** Changes of single rules of this pack, by rule id. */
  overrides?: {
    [k: string]: {
      /** The severity the rule has in this pack. */
      severity?: Severity
      /** True leaves the rule out of this pack. */
      off?: boolean
    }
  }
}
