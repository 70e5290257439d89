/**
 * The name under which a module is known: its specifier without `node:`. Modules of the project itself (`./db`, `@/lib/db`) are not known by one file;
 * what is imported from them keeps the name it is imported by.
 */
export function moduleName(specifier: string, localName: string): string {
  return isOwnModule(specifier)
    ? localName
    : specifier
        .replace(/^node:/, '')
        .replace(/^(?:npm|jsr):(@?[^@]+)(?:@[^/]*)?/, '$1')
        // `lodash/set.js` is `lodash/set`.
        .replace(/^((?:@[^/]+\/)?[^/@]+\/.+)\.[cm]?js$/, '$1')
        .replace(/^https:\/\/esm\.sh\/(@?[^@/]+(?:\/[^@/]+)?)@[^/]*/, '$1')
}

/** The name of what `member` of the module is; the module itself for its default export. Undefined when that depends on the local name. */
export function moduleMember(specifier: string, member: string | undefined): string | undefined {
  const whole = member === undefined || member === 'default'
  if (isOwnModule(specifier)) return whole ? undefined : member
  const module = moduleName(specifier, '')
  return whole ? module : `${module}.${member}`
}

/** Whether the specifier is of a module of the project itself. */
export function isOwnModule(specifier: string): boolean {
  return /^(?:\.|\/|[@~#$]\/|~|#|\$lib\b)/.test(specifier)
}
