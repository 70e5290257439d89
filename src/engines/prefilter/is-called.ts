import { isNameUnit } from '../literal-index/holds-word.ts'

/** Whether the text before an offset is a value that a parenthesis calls or a bracket indexes: a name that is no keyword, a call, an index. */
export function isCalled(text: string, at: number): boolean {
  const unit = text[at]
  if (unit === ')' || unit === ']') return true
  return isNameUnit(text.charCodeAt(at)) && !KEYWORD.test(text.slice(Math.max(0, at - 'default'.length), at + 1))
}

const KEYWORD = /(?:^|[^\w$])(?:and|async|await|case|default|do|else|if|in|not|of|or|return|throw|typeof|void|yield)$/
