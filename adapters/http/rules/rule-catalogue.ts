import { createScanner, type RuleInfo } from '../../../src/node/index.ts'

/** A pack as it is told to callers. */
export interface CataloguedPack {
  readonly name: string
  readonly version: string
  /** In id order. */
  readonly rules: readonly RuleInfo[]
}

/** Knows the rules of packs. */
export interface RuleCatalogue {
  /** Rejects where there is no such pack. */
  pack(name: string): Promise<CataloguedPack>
}

/** Loads each pack when it is first asked for, and keeps what it says of its rules. `rules` are folders of further ones, which every pack has with it. */
export function createRuleCatalogue(rules: readonly string[] = []): RuleCatalogue {
  const packs = new Map<string, Promise<CataloguedPack>>()
  return {
    pack(name) {
      const known = packs.get(name) ?? loadPack(name, rules)
      packs.set(name, known)
      return known
    },
  }
}

async function loadPack(name: string, rules: readonly string[]): Promise<CataloguedPack> {
  const scanner = await createScanner({ packs: [name], rules })
  try {
    const { version } = await scanner.scan([])
    return { name, version: version.packs.find((pack) => pack.name === name)?.version ?? '', rules: scanner.rules }
  } finally {
    await scanner.close()
  }
}
