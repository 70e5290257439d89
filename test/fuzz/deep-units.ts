/** A unit that is repeated to create deep or long code. */
export interface DeepUnit {
  readonly path: string
  readonly units: readonly string[]
  /** Code before it, so that rules need the tree. */
  readonly before: string
  /** Repeated after all units. Empty if they stay open. */
  readonly close: string
}

const JAVASCRIPT = [
  ...[
    '(',
    '[',
    '{',
    '({',
    '[{',
    '({[',
    'a(',
    'a[',
    'a?.(',
    'new a(',
    'import(',
    '{a:',
    '{a:{a:',
    '({a:',
    'a:',
    'a=>',
    '(a)=>',
    'async(a)=>',
    '(a=',
    '({a}=',
  ],
  ...[
    '(a,b)=>{',
    'function(){',
    'x=function(){',
    'class A{m(){',
    'class A extends ',
    '({a(){',
    '{get a(){',
    '`${',
    '`a${`',
    '<a>',
    '<a b={',
    '<a>{',
    '<>',
  ],
  ...[
    'if(a)',
    'if(a){',
    'if(a){}else ',
    'else ',
    'a?b:',
    'a?',
    '!',
    '- ',
    'typeof ',
    'await ',
    '...',
    '[...',
    'yield ',
    'a=',
    'a+',
    'a**',
    'a??',
    'a,',
    'a;',
  ],
  ...[
    '.a',
    '.a()',
    'a.b.',
    'while(a)',
    'for(;;)',
    'for(a of ',
    'do ',
    'try{',
    'switch(a){case 1:',
    'with(a)',
    '/(',
    '//',
    '/*',
    "'",
    '"',
    '`',
    '<',
    'a<',
  ],
  ...['@a ', '@a() ', '@a class A{', 'var a=', 'let {a:', 'let [', '&', '</', '=>', '}', ']', ')', '})', '\r', 'let a\r', 'a/**/', 'a\n//\n'],
]
const TYPESCRIPT = [
  ...[
    'a<',
    'A<B<',
    'a<b>(',
    'let a:',
    'let a:{b:',
    'let a:[',
    'let a:(a:',
    'type A=',
    'type A=B|',
    'type A=B extends C?D:',
    'A[',
    '(a:{b:',
    'as ',
    'a as b ',
  ],
  ...[
    '<T>',
    '<T,>(x: T) => ',
    'namespace A{',
    'interface A{a:{',
    'keyof ',
    'infer ',
    'let a:`${',
    'a!',
    'a satisfies ',
    'let a:new()=>',
    'let a:()=>',
    '>`',
  ],
]
const PYTHON = [
  ...[
    '(',
    '[',
    '{',
    '{a:',
    'a(',
    'a[',
    'a.b.',
    '.a',
    '.a()',
    'not ',
    '- ',
    'await ',
    'lambda:',
    'lambda a=',
    'a if b else ',
    'a=',
    'a+',
    'a**',
    'a and ',
    'a<',
  ],
  ...[
    '[a for a in ',
    'f"{',
    'f\'{f"{',
    'f"""{',
    '"',
    '"""',
    "'",
    'if a:\n',
    'if a: ',
    'elif a:\n b\n',
    'def f(a=',
    'class A(',
    '@a\n',
    'try:\n',
    'with a as b, ',
  ],
  ...[
    'match a:\n case ',
    'case [',
    'print ',
    '*',
    '\\\n',
    ' \n',
    '#\n',
    '\t',
    'from a import (',
    'type A=',
    'def f[',
    'def f[\n',
    '(a:=',
    '`',
    ')',
    ';',
    'a;',
    '\r',
  ],
]
const DOCUMENTS = [
  ...[
    '[',
    '{',
    '{"a":',
    '[{',
    '- ',
    'a: ',
    '? ',
    '&a [',
    '*a ',
    '!a ',
    '"',
    "'",
    '|\n',
    'a = {',
    'a = [',
    'a {\n',
    'a "b" {\n',
    '${',
    '"${',
    '<<A\n',
  ],
  ...['RUN ', 'FROM a\n', 'RUN [', 'COPY <<A b\n', '\\\n', '#\n', '[[a]]\n', '[a.', 'a.a.', "'''", '"""', '(', 'a ? b : ', '!', 'for a in '],
]
const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

const both = (paths: readonly string[], units: readonly string[], before: string): readonly DeepUnit[] =>
  paths.flatMap((path) =>
    units.flatMap((unit) => {
      const close = [...unit]
        .reverse()
        .flatMap((character) => CLOSERS[character] ?? [])
        .join('')
      const open = { path, units: [unit], before, close: '' }
      return close === '' ? [open] : [open, { ...open, close }]
    }),
  )

/** Units of a language in one file, one after the other. */
const mixed = (path: string, units: readonly string[], before: string): DeepUnit => ({ path, units, before, close: '' })

const CODE = 'eval(req.query.x)\n'

/** Brackets and nested constructs of each language, open and closed, alone and mixed. */
export const DEEP_UNITS: readonly DeepUnit[] = [
  ...both(['a.js'], JAVASCRIPT, CODE),
  ...both(['a.ts', 'a.tsx'], [...JAVASCRIPT.filter((_, index) => index % 3 === 0), ...TYPESCRIPT], CODE),
  ...both(['a.py'], PYTHON, 'eval(x)\n'),
  ...both(['a.yaml', 'a.json', 'a.toml', 'a.tf', 'Dockerfile', '.env', 'a.html', 'a.vue'], DOCUMENTS, ''),
  mixed('b.js', JAVASCRIPT, CODE),
  mixed('b.ts', [...TYPESCRIPT, ...JAVASCRIPT], CODE),
  mixed('b.py', PYTHON, 'eval(x)\n'),
  mixed('b.tf', DOCUMENTS, ''),
  mixed('b.yaml', DOCUMENTS, ''),
]
