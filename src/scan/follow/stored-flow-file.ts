import type { StoredFlowFile, StoredSite, StoredUse } from '../../model/flow-store.ts'
import type { FlowFile, TaintUse } from '../../model/flow.ts'
import { buildLineIndex } from '../../text/build-line-index.ts'

/** A file as plain data. */
export function storeFlowFile({ lines: _, sources, sinks, sanitizers, propagators, ...file }: FlowFile): StoredFlowFile {
  return {
    ...file,
    sources: sources.map(storeSite),
    sinks: sinks.map(storeSite),
    sanitizers: sanitizers.map(storeSite),
    propagators: propagators.map((site) => ({ ...site, use: storeUse(site.use) })),
  }
}

function storeSite<Site extends { readonly uses: readonly TaintUse[] }>({ uses, ...site }: Site): StoredSite<Site> {
  return { ...site, uses: uses.map(storeUse) }
}

function storeUse({ number, severity }: TaintUse): StoredUse {
  return { number, severity }
}

/** The file that was stored. `text` is its content, and `uses` are those of the dialect by number. */
export function restoreFlowFile(stored: StoredFlowFile, text: string, uses: readonly TaintUse[]): FlowFile {
  const restoreUse = ({ number, severity }: StoredUse): TaintUse =>
    uses[number].severity === severity ? uses[number] : { ...uses[number], severity }
  return {
    ...stored,
    lines: buildLineIndex(text),
    sources: stored.sources.map((site) => ({ ...site, uses: site.uses.map(restoreUse) })),
    sinks: stored.sinks.map((site) => ({ ...site, uses: site.uses.map(restoreUse) })),
    sanitizers: stored.sanitizers.map((site) => ({ ...site, uses: site.uses.map(restoreUse) })),
    propagators: stored.propagators.map((site) => ({ ...site, use: restoreUse(site.use) })),
  }
}
