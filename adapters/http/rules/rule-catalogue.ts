import { createScanner, type RuleInfo } from '../../../src/node/index.ts'

/** The public description of a pack. */
export interface CataloguedPack {
  readonly name: string
  readonly version: string
  /** In id order. */
  readonly rules: readonly RuleInfo[]
}

/** Knows the rules of packs. */
export interface RuleCatalogue {
  /** Rejects if there is no such pack. */
  pack(name: string): Promise<CataloguedPack>
}

/** Loads each pack on first use and keeps its rule descriptions. `rules` are folders of additional rules, which every pack includes. */
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
