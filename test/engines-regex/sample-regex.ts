import fc from 'fast-check'

/** A regex and a text that it matches completely. */
export interface Sample {
  readonly source: string
  readonly text: string
}

/** Generates regexes together with a matching text, so that every regex can match. */
export function sampleRegex(): fc.Arbitrary<Sample> {
  const { node } = fc.letrec<{ node: Sample }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf(),
      fc.array(tie('node'), { maxLength: 5 }).map(sequence),
      fc.tuple(fc.array(tie('node'), { minLength: 1, maxLength: 4 }), fc.nat()).map(([nodes, pick]) => choice(nodes, pick)),
      fc.tuple(tie('node'), fc.constantFrom('*', '+', '?', '{0,2}', '{2}', '{1,}', '{2,3}', '*?', '+?'), fc.nat(3)).map(repeat),
      tie('node').map(folded),
      tie('node').map(({ source, text }) => ({ source: `(${source})`, text })),
    ),
  }))
  return node
}

function leaf(): fc.Arbitrary<Sample> {
  const word = fc.constantFrom('key', 'Secret', 'pass', 'ss', 'K', 'token_', 'a', 'xy').map((text) => ({ source: text, text }))
  const known = fc.constantFrom<Sample>(
    { source: '\\s', text: '\n' },
    { source: '[a-z]', text: 'q' },
    { source: '.', text: '\u00e9' },
    { source: '[kK]', text: 'K' },
    { source: '[^k]', text: 'z' },
    { source: '\\x{212a}', text: '\u212a' },
    { source: '[\u017ft]', text: '\u017f' },
    { source: '\\Qa+b\\E', text: 'a+b' },
    { source: '\\.', text: '.' },
    { source: '\u00e9', text: '\u00e9' },
    { source: '\\pL', text: 'k' },
    { source: '[[:alpha:]_]', text: 's' },
    { source: '\\x6b', text: 'k' },
    { source: '\u{1f600}', text: '\u{1f600}' },
    { source: '(?:^|\\b|\\B)', text: '' },
  )
  return fc.oneof(word, word, known)
}

function sequence(nodes: readonly Sample[]): Sample {
  return { source: nodes.map((node) => `(?:${node.source})`).join(''), text: nodes.map((node) => node.text).join('') }
}

function choice(nodes: readonly Sample[], pick: number): Sample {
  return { source: `(?:${nodes.map((node) => node.source).join('|')})`, text: nodes[pick % nodes.length]?.text ?? '' }
}

function repeat([node, sign, extra]: [Sample, string, number]): Sample {
  const bounds = new Map([
    ['*', [0, 3]],
    ['+', [1, 3]],
    ['?', [0, 1]],
    ['{0,2}', [0, 2]],
    ['{2}', [2, 2]],
    ['{1,}', [1, 3]],
    ['{2,3}', [2, 3]],
    ['*?', [0, 3]],
    ['+?', [1, 3]],
  ])
  const [min = 0, max = 0] = bounds.get(sign) ?? []
  return { source: `(?:${node.source})${sign}`, text: node.text.repeat(Math.min(max, min + extra)) }
}

/** Every character that folds to a letter of the text matches too: uses the rarest. */
function folded({ source, text }: Sample): Sample {
  return {
    source: `(?i:${source})`,
    text: text
      .replaceAll('k', '\u212a')
      .replaceAll('s', '\u017f')
      .replace(/[a-z]/g, (letter) => letter.toUpperCase()),
  }
}
