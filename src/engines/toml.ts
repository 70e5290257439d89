import { parse, TomlError } from 'smol-toml'

/** A parsed TOML file, or its first mistake. Lines and columns count from 1. */
export type TomlRead =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'fault'; readonly message: string; readonly line: number; readonly column: number }

/** Parses TOML. Dates become objects that are no plain maps; large integers become numbers. */
export function parseToml(text: string): TomlRead {
  try {
    return { kind: 'value', value: parse(text) }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [message = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n')
    return { kind: 'fault', message, line: error.line, column: error.column }
  }
}
