const PLAIN: Readonly<Record<string, string>> = {
  str: 'string',
  int: 'number',
  float: 'number',
  bool: 'boolean',
  dict: 'object',
  list: 'array',
  None: 'null',
}

/** The native name of a type. Type arguments are left out. */
export function toTypeName(type: string): string {
  const plain = type.replace(/[[<].*$/s, '').trim()
  return PLAIN[plain] ?? plain
}
