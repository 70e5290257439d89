import type { LanguageSigns } from './language-signs.ts'

/** A tag within bounds, so that a text of many half tags takes linear time. */
const REST_OF_TAG = '[^<>]{0,1000}'

/** Scripts in a page that are data, or text for other scripts. */
const DATA_SCRIPT = `(?!${REST_OF_TAG}\\btype\\s{0,9}=\\s{0,9}["']?(?:application/(?:\\w{1,20}\\+)?json|text/(?!javascript|babel)|importmap|speculationrules))`

/** A script in the page itself, a handler in an attribute, or an address that is a script. */
const HTML_SCRIPT = new RegExp(
  `<script\\b${DATA_SCRIPT}${REST_OF_TAG}>\\s*[^\\s<]|\\son[a-z]{3,24}\\s{0,9}=\\s{0,9}["'][^"']|["']\\s{0,9}javascript:[^"']`,
  'i',
)

/** Statements of a procedure: tables, rows and queries are data. */
const SQL_PROGRAM =
  /\bcreate(?:\s{1,40}[\w=`@'%"]{1,99}){0,4}?\s{1,40}(?:function|procedure|proc|trigger|package)\s{1,40}[\w"`[]|^\s{0,40}(?:do\s{1,40}\$\w{0,40}\$|declare\s{1,40}@)|\bexecute\s{1,40}immediate\b/im

const OBJECTIVE_C = /^[ \t]{0,40}(?:#import\b|@(?:interface|implementation|protocol|import|class|end)\b)/m
const CPLUSPLUS =
  /^[ \t]{0,40}(?:class\s+\w|namespace\s+\w|template\s{0,9}<|using\s+\w|(?:public|private|protected)\s{0,9}:)|\bstd::|#include <(?:string|vector|map|memory|iostream|utility|cstd\w+)>/m
const VISUAL_BASIC = /^(?:VERSION \d|Attribute VB_|\s{0,40}Option Explicit\b)/im
const APEX_CLASS = /\b(?:class|interface|enum)\s+\w[^{};]{0,250}\{/i

/**
 * Languages that are not read as code, after GitHub's and Stack Overflow's lists of those that are used most. Of two that claim a file the first that its text agrees with
 * has it. What describes data, looks or a build is no program code, and is not here: CSS and its kin, Markdown, XML, GraphQL and Protocol Buffers, Make, CMake, Bazel, Nix, Bicep.
 */
export const UNREAD_LANGUAGES: readonly LanguageSigns[] = [
  { name: 'ABAP', extensions: ['.abap'] },
  { name: 'ActionScript', extensions: ['.as'] },
  { name: 'Ada', extensions: ['.adb', '.ads', '.ada'] },
  { name: 'Agda', extensions: ['.agda'] },
  { name: 'Apex', extensions: ['.apex', '.trigger', '.cls'], when: { '.cls': APEX_CLASS } },
  { name: 'AppleScript', extensions: ['.applescript'], interpreters: ['osascript'] },
  { name: 'ASP.NET', extensions: ['.aspx', '.ascx', '.ashx', '.asmx', '.master'] },
  { name: 'Classic ASP', extensions: ['.asp'] },
  { name: 'Assembly', extensions: ['.asm', '.s', '.nasm'] },
  { name: 'AutoHotkey', extensions: ['.ahk'] },
  { name: 'AutoIt', extensions: ['.au3'] },
  { name: 'Awk', extensions: ['.awk', '.gawk'], interpreters: ['awk', 'gawk', 'mawk', 'nawk'] },
  { name: 'Ballerina', extensions: ['.bal'] },
  { name: 'Batchfile', extensions: ['.bat', '.cmd'] },
  { name: 'C#', extensions: ['.cs', '.csx'] },
  { name: 'Razor', extensions: ['.cshtml', '.razor', '.vbhtml'] },
  { name: 'Objective-C', extensions: ['.m', '.h'], when: { '.m': OBJECTIVE_C, '.h': OBJECTIVE_C } },
  { name: 'Objective-C++', extensions: ['.mm'] },
  {
    name: 'C++',
    extensions: ['.cpp', '.cc', '.cxx', '.c++', '.hpp', '.hh', '.hxx', '.h++', '.ipp', '.tpp', '.ino', '.h'],
    when: { '.h': CPLUSPLUS },
  },
  { name: 'C', extensions: ['.c', '.h'], interpreters: ['tcc'] },
  { name: 'Cadence', extensions: ['.cdc'] },
  { name: 'Cairo', extensions: ['.cairo'] },
  { name: 'Clojure', extensions: ['.clj', '.cljs', '.cljc', '.bb'], interpreters: ['bb', 'clojure', 'clj'] },
  { name: 'COBOL', extensions: ['.cob', '.cbl', '.cobol', '.cpy'] },
  { name: 'CoffeeScript', extensions: ['.coffee', '.litcoffee'], fileNames: ['Cakefile'], interpreters: ['coffee'] },
  { name: 'ColdFusion', extensions: ['.cfm', '.cfc', '.cfml'] },
  { name: 'Common Lisp', extensions: ['.lisp', '.lsp', '.asd'], interpreters: ['sbcl', 'clisp', 'ecl'] },
  { name: 'Crystal', extensions: ['.cr'], interpreters: ['crystal'] },
  { name: 'CUDA', extensions: ['.cu', '.cuh'] },
  { name: 'Cython', extensions: ['.pyx', '.pxd', '.pxi'] },
  {
    name: 'D',
    extensions: ['.d', '.di'],
    interpreters: ['rdmd', 'dmd'],
    // Compilers write lists of dependencies with this ending, DTrace probes.
    when: { '.d': /^[ \t]{0,40}(?:module|import)\s+[\w.]{1,200}|^\s{0,40}(?:void|int|auto|class|struct)\s+\w[^\n]{0,250}\{/m },
  },
  { name: 'Dart', extensions: ['.dart'], interpreters: ['dart'] },
  { name: 'Elixir', extensions: ['.ex', '.exs', '.eex', '.heex', '.leex'], interpreters: ['elixir'] },
  { name: 'Elm', extensions: ['.elm'] },
  { name: 'Emacs Lisp', extensions: ['.el'], fileNames: ['.emacs'] },
  { name: 'Erlang', extensions: ['.erl', '.hrl', '.escript'], interpreters: ['escript'] },
  { name: 'F#', extensions: ['.fsx', '.fsi', '.fs'], when: { '.fs': /^[ \t]{0,40}(?:module|namespace|open|let|type|\[<)/m } },
  { name: 'Forth', extensions: ['.fth', '.4th', '.forth'], interpreters: ['gforth'] },
  { name: 'Fortran', extensions: ['.f', '.f77', '.f90', '.f95', '.f03', '.f08', '.for', '.ftn'] },
  { name: 'GDScript', extensions: ['.gd'] },
  { name: 'Gleam', extensions: ['.gleam'] },
  { name: 'Go', extensions: ['.go'] },
  { name: 'Groovy', extensions: ['.groovy', '.gvy', '.gradle'], fileNames: ['Jenkinsfile'], interpreters: ['groovy'] },
  { name: 'Hack', extensions: ['.hack', '.hhi'], interpreters: ['hhvm'] },
  { name: 'Haml', extensions: ['.haml'] },
  { name: 'Haskell', extensions: ['.hs', '.lhs', '.hsc'], interpreters: ['runhaskell', 'runghc', 'stack'] },
  { name: 'Haxe', extensions: ['.hx'] },
  { name: 'Idris', extensions: ['.idr'] },
  { name: 'Java', extensions: ['.java', '.jav'] },
  { name: 'JSP', extensions: ['.jsp', '.jspx', '.jspf', '.tagx'] },
  { name: 'EJS', extensions: ['.ejs'], holds: new RegExp(`<%[^%#]|${HTML_SCRIPT.source}`, 'i') },
  { name: 'Julia', extensions: ['.jl'], interpreters: ['julia'] },
  // Those of Python are read.
  { name: 'Jupyter Notebook', extensions: ['.ipynb'], holds: /"cell_type"\s{0,40}:\s{0,40}"code"/ },
  { name: 'Kotlin', extensions: ['.kt', '.kts'], interpreters: ['kotlin'] },
  { name: 'Lean', extensions: ['.lean'] },
  { name: 'LiveScript', extensions: ['.ls'], interpreters: ['lsc'] },
  { name: 'Lua', extensions: ['.lua', '.luau', '.rockspec'], interpreters: ['lua', 'luajit', 'texlua'] },
  { name: 'Wolfram Language', extensions: ['.wl', '.wls', '.m'], interpreters: ['wolframscript'], when: { '.m': /^\s{0,400}\(\*/ } },
  { name: 'MATLAB', extensions: ['.m'], interpreters: ['octave'] },
  { name: 'MDX', extensions: ['.mdx'], holds: /^(?:import|export)\s/m },
  { name: 'Mojo', extensions: ['.mojo'] },
  { name: 'Move', extensions: ['.move'] },
  { name: 'Nim', extensions: ['.nim', '.nims', '.nimble'], interpreters: ['nim'] },
  { name: 'Nushell', extensions: ['.nu'], interpreters: ['nu'] },
  { name: 'OCaml', extensions: ['.ml', '.mli', '.mll', '.mly'], interpreters: ['ocaml'] },
  { name: 'Odin', extensions: ['.odin'] },
  { name: 'OpenEdge ABL', extensions: ['.abl'] },
  { name: 'Pascal', extensions: ['.pas', '.dpr', '.lpr', '.dpk'], interpreters: ['instantfpc'] },
  {
    name: 'Prolog',
    extensions: ['.prolog', '.plt', '.pl'],
    interpreters: ['swipl'],
    when: { '.pl': /^(?:\s{0,40}:-\s|[a-z]\w{0,99}\([^\n]{0,400}\)\s{0,9}(?::-|\.\s{0,9}$))/m, '.plt': /^\s{0,40}:-\s/m },
  },
  { name: 'Raku', extensions: ['.raku', '.rakumod', '.rakutest', '.p6', '.pm6'], interpreters: ['raku'] },
  { name: 'Perl', extensions: ['.pl', '.pm', '.psgi', '.cgi', '.t'], interpreters: ['perl'], when: { '.t': /^\s{0,40}(?:use|my|package)\s/m } },
  {
    name: 'PHP',
    extensions: ['.php', '.php3', '.php4', '.php5', '.php7', '.php8', '.phtml', '.phps', '.ctp', '.inc', '.module', '.install', '.theme'],
    fileNames: ['artisan'],
    interpreters: ['php'],
    when: { '.inc': /<\?(?:php|=)/, '.module': /<\?(?:php|=)/, '.install': /<\?(?:php|=)/, '.theme': /<\?(?:php|=)/ },
  },
  { name: 'PowerShell', extensions: ['.ps1', '.psm1'], interpreters: ['pwsh', 'powershell'] },
  { name: 'Pug', extensions: ['.pug', '.jade'] },
  { name: 'PureScript', extensions: ['.purs'] },
  {
    name: 'R',
    extensions: ['.r', '.rmd', '.qmd'],
    fileNames: ['.Rprofile'],
    interpreters: ['Rscript'],
    when: { '.rmd': /^\s{0,9}```\{/m, '.qmd': /^\s{0,9}```\{/m },
  },
  { name: 'Racket', extensions: ['.rkt'], interpreters: ['racket'] },
  { name: 'Reason', extensions: ['.re', '.rei'] },
  { name: 'ReScript', extensions: ['.res', '.resi'] },
  { name: 'REXX', extensions: ['.rexx', '.rex'], interpreters: ['rexx', 'regina'] },
  { name: 'RPG', extensions: ['.rpgle', '.sqlrpgle', '.rpg'] },
  {
    name: 'Ruby',
    extensions: ['.rb', '.rbw', '.rake', '.gemspec', '.ru', '.podspec', '.jbuilder', '.thor'],
    fileNames: [
      'Rakefile',
      'Gemfile',
      'Vagrantfile',
      'Podfile',
      'Fastfile',
      'Appfile',
      'Guardfile',
      'Capfile',
      'Dangerfile',
      'Berksfile',
      'Brewfile',
      'Thorfile',
      '.irbrc',
      '.pryrc',
    ],
    interpreters: ['ruby', 'jruby', 'rake', 'truffleruby', 'macruby', 'rbx'],
  },
  { name: 'ERB', extensions: ['.erb', '.rhtml'], holds: new RegExp(`<%[^%#]|${HTML_SCRIPT.source}`, 'i') },
  { name: 'Slim', extensions: ['.slim'] },
  { name: 'Rust', extensions: ['.rs'], interpreters: ['rust-script', 'cargo'] },
  { name: 'SAS', extensions: ['.sas'] },
  { name: 'Scala', extensions: ['.scala', '.sc', '.sbt'], interpreters: ['scala', 'scala-cli', 'amm'] },
  { name: 'Scheme', extensions: ['.scm', '.ss', '.sld'], interpreters: ['guile', 'scheme', 'chicken', 'csi'] },
  {
    name: 'Shell',
    extensions: ['.sh', '.bash', '.zsh', '.ksh', '.csh', '.tcsh', '.fish', '.bats', '.command'],
    fileNames: ['.bashrc', '.bash_profile', '.bash_aliases', '.profile', '.zshrc', '.zshenv', '.zprofile', '.kshrc', 'PKGBUILD', 'APKBUILD'],
    interpreters: ['sh', 'bash', 'zsh', 'ksh', 'dash', 'ash', 'csh', 'tcsh', 'fish', 'bats', 'mksh', 'busybox'],
  },
  { name: 'Smalltalk', extensions: ['.st'], when: { '.st': /^!|\bsubclass:\s{0,9}#/m } },
  { name: 'Solidity', extensions: ['.sol'] },
  { name: 'PL/SQL', extensions: ['.pls', '.pks', '.pkb', '.plsql', '.plb'] },
  { name: 'SQL', extensions: ['.sql', '.psql', '.tsql', '.pgsql', '.ddl', '.prc', '.hql'], holds: SQL_PROGRAM },
  { name: 'Stata', extensions: ['.ado', '.do'] },
  { name: 'SVG', extensions: ['.svg'], holds: HTML_SCRIPT },
  { name: 'Swift', extensions: ['.swift'], interpreters: ['swift'] },
  { name: 'SystemVerilog', extensions: ['.sv', '.svh'] },
  {
    name: 'Tcl',
    extensions: ['.tcl', '.tk', '.exp'],
    interpreters: ['tclsh', 'wish', 'expect'],
    when: { '.exp': /^\s{0,40}(?:spawn|send|expect|proc|set)\s/m },
  },
  { name: 'Vala', extensions: ['.vala', '.vapi'] },
  { name: 'VBScript', extensions: ['.vbs', '.wsf'] },
  { name: 'Verilog', extensions: ['.vh', '.v'], when: { '.v': /^\s{0,40}(?:module|endmodule|`timescale|`include)\b/m } },
  { name: 'V', extensions: ['.v'], when: { '.v': /^\s{0,40}(?:pub )?fn\s/m }, interpreters: ['v'] },
  { name: 'Coq', extensions: ['.v'], when: { '.v': /^\s{0,40}(?:Require|Theorem|Lemma|Definition|Inductive|Proof|From)\b/m } },
  { name: 'VHDL', extensions: ['.vhd', '.vhdl'] },
  { name: 'Vim script', extensions: ['.vim', '.vimrc'], fileNames: ['.vimrc', '_vimrc', '.gvimrc'] },
  {
    name: 'Visual Basic',
    extensions: ['.vb', '.bas', '.frm', '.ctl', '.vba', '.cls'],
    when: { '.cls': VISUAL_BASIC, '.frm': VISUAL_BASIC, '.ctl': VISUAL_BASIC },
  },
  { name: 'Vyper', extensions: ['.vy'] },
  { name: 'WebAssembly text', extensions: ['.wat', '.wast'] },
  { name: 'XQuery', extensions: ['.xq', '.xql', '.xqm', '.xquery'] },
  { name: 'XSLT', extensions: ['.xsl', '.xslt'] },
  { name: 'Zig', extensions: ['.zig'] },
]
