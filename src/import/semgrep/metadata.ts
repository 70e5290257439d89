import type { Confidence, Severity } from '../../model/severity.ts'
import type { RuleSpec } from '../../model/rule-spec.ts'
import { type Plain, plainOf, textOf, textsOf } from '../plain-value.ts'

const SEVERITIES: Readonly<Record<string, Severity>> = {
  CRITICAL: 'critical',
  ERROR: 'high',
  HIGH: 'high',
  WARNING: 'medium',
  MEDIUM: 'medium',
  INFO: 'low',
  LOW: 'low',
  INVENTORY: 'low',
  EXPERIMENT: 'low',
}

const CONFIDENCES: Readonly<Record<string, Confidence>> = { HIGH: 'high', MEDIUM: 'medium', LOW: 'low' }

/** The classification of a rule. A rule without a CWE gets CWE-710, "improper adherence to coding standards". */
export function readMetadata(rule: Plain): Pick<RuleSpec, 'severity' | 'confidence' | 'category' | 'cwe' | 'owasp' | 'references'> {
  const metadata = plainOf(rule['metadata'])
  const cwe = unique(textsOf(metadata['cwe']).flatMap((text) => /CWE-\d+/i.exec(text)?.[0].toUpperCase() ?? []))
  const owasp = unique(textsOf(metadata['owasp']).flatMap(readOwasp))
  const links = [...textsOf(metadata['references']), ...textsOf(metadata['reference']), ...textsOf(metadata['source'])]
  const references = unique(links.filter((link) => /^https?:\/\/\S+$/.test(link)))
  return {
    severity: SEVERITIES[String(rule['severity']).toUpperCase()] ?? 'medium',
    confidence: CONFIDENCES[String(metadata['confidence']).toUpperCase()] ?? 'medium',
    category: categoryOf(cwe),
    cwe: cwe.length === 0 ? ['CWE-710'] : cwe,
    ...(owasp.length > 0 && { owasp }),
    ...(references.length > 0 && { references }),
  }
}

/** `A03:2021 - Injection`, and `A1: Injection` of 2017. */
function readOwasp(text: string): readonly string[] {
  const found = /\b(A|API|LLM|M)(\d{1,2}):?\s*(20\d\d)/.exec(text)
  if (found !== null) return [`${found[1] ?? ''}${(found[2] ?? '').padStart(2, '0')}:${found[3] ?? ''}`]
  const old = /\bA(\d{1,2})\b/.exec(text)
  return old === null ? [] : [`A${(old[1] ?? '').padStart(2, '0')}:2017`]
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}

const CATEGORIES: readonly (readonly [category: string, cwe: readonly number[]])[] = [
  ['secrets', [259, 312, 321, 522, 540, 798]],
  ['crypto', [208, 295, 310, 311, 319, 320, 322, 323, 324, 325, 326, 327, 328, 329, 330, 331, 335, 338, 347, 353, 354, 759, 760, 780, 916, 1204]],
  [
    'injection',
    [
      20, 74, 75, 77, 78, 79, 80, 87, 88, 89, 90, 91, 93, 94, 95, 96, 98, 113, 116, 117, 470, 564, 601, 611, 643, 776, 917, 918, 943, 1236, 1321,
      1333, 1336,
    ],
  ],
  ['data', [22, 23, 36, 73, 400, 409, 434, 441, 502, 520, 915]],
  ['access', [250, 269, 276, 284, 285, 287, 306, 307, 346, 352, 384, 425, 521, 613, 639, 640, 732, 749, 862, 863, 942, 1275]],
  ['exposure', [200, 201, 209, 215, 359, 489, 497, 532, 548, 614, 693, 1004, 1021]],
  ['supply-chain', [494, 506, 829, 830, 1104, 1357, 1395]],
  ['infrastructure', [16, 770, 1188, 1220]],
]

function categoryOf([first]: readonly string[]): string {
  const number = Number(first?.slice(4))
  return CATEGORIES.find(([, cwe]) => cwe.includes(number))?.[0] ?? 'frameworks'
}

/** Facts about a rule that the rule format has no own key for. */
export function readFacts(rule: Plain): Readonly<Record<string, string | string[]>> {
  const metadata = plainOf(rule['metadata'])
  const facts = FACTS.flatMap((key) => {
    const values = textsOf(metadata[key])
    const [only, second] = values
    return only === undefined ? [] : [[key, second === undefined ? only : [...values]] as const]
  })
  return Object.fromEntries(facts)
}

const FACTS = [
  'license',
  'technology',
  'category',
  'subcategory',
  'likelihood',
  'impact',
  'author',
  'asvs',
  'vulnerability_class',
  'functional-categories',
  'source',
  'source-rule-url',
  'shortlink',
]

/** Keys of `metadata` that are carried over. */
export const KEPT_METADATA: ReadonlySet<string> = new Set([...FACTS, 'cwe', 'owasp', 'references', 'reference', 'confidence'])

/** The title of a rule: the first sentence of a short message, otherwise its id. */
export function firstSentence(message: string | undefined): string | undefined {
  const sentence = textOf(message)
    ?.trim()
    .split(/(?<=[.!?])\s/)[0]
    ?.replace(/[.!?]$/, '')
  return sentence === undefined || sentence.length > 60 || sentence.includes('$') ? undefined : sentence
}
