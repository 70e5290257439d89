/**
 * Banned constructions of STYLE.md, each with an alternative: phrases of the private language of early versions, and terms that the glossary
 * replaces.
 *
 * @type {readonly { pattern: RegExp, write: string }[]}
 */
export const BANNED_PHRASES = [
  { pattern: /\bwho(?:so)?ever\b/i, write: 'anyone who, or name the person: an attacker, a user, a caller' },
  { pattern: /\bwhat (?:comes from|nobody)\b/i, write: 'name the thing: user-controlled input, the value, the field' },
  { pattern: /(?<!\bthere )\b(?:is|are|was) none\b/i, write: 'is not …, has no …, or does not exist' },
  { pattern: /\bhand(?:s|ed|ing)? (?:on|over)\b/i, write: 'pass, propagate' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, write: 'fix, correct' },
  { pattern: /\b(?:is|are|be|was|were) told (?:of|by|as|in)\b/i, write: 'report' },
  { pattern: /\bspeaks? (?:of|for)\b/i, write: 'refers to, applies to' },
  { pattern: /\basks? nobody\b/i, write: 'without authentication' },
  { pattern: /\bworked out\b/i, write: 'computed' },
  { pattern: /\bhold(?:s|ing)? against\b/i, write: 'compare with' },
  { pattern: /\bways? of (?:the )?data\b/i, write: 'data-flow path' },
  { pattern: /\bthe words\b$/i, write: 'Glossary' },
  { pattern: /^read on\b/i, write: 'See also' },
  { pattern: /\bdoors? of\b/i, write: 'export, entry point' },
  { pattern: /\b(?:the worst|in|of|at most) so many\b/i, write: 'the number' },
  { pattern: /\bof (?:the client|somebody)['’]s choice\b/i, write: 'user-controlled' },
  { pattern: /\bin silence\b/i, write: 'silently, without a message' },
  { pattern: /\bstands? (?:for itself|beside)\b/i, write: 'is independent, is next to' },
  { pattern: /\bwithout an end\b/i, write: 'without expiry' },
  { pattern: /\bnot one of (?:ours|us)\b/i, write: 'unknown' },
  { pattern: /\bthe worst (?:first|last)\b/i, write: 'most severe first, most severe last' },
  { pattern: /\bsow[ns]?\b|\bbeneath\b/i, write: 'a standard term' },
]
