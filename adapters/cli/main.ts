#!/usr/bin/env node
import { EXIT_CODES } from './process/exit-codes.ts'
import { describeFailure } from './messages/describe-failure.ts'
import { runCommandLine } from './program/run-command-line.ts'

/** Node's own exit code for these errors is 1, which would mean findings. */
function failInternally(error: unknown): void {
  process.stderr.write(`${describeFailure(error).message}\n`)
  process.exit(EXIT_CODES.incomplete)
}
process.on('uncaughtException', failInternally)
process.on('unhandledRejection', failInternally)

// A reader may close the pipe early (`assay scan | head`). The exit code still states the result.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (!('code' in error && error.code === 'EPIPE')) failInternally(error)
  })
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  engine: openEngine,
  service: async () => {
    await openEngine()
    return import('../http/index.ts')
  },
  triage: () => import('../triage/index.ts'),
  lsp: () => import('../lsp/index.ts'),
  mcp: () => import('../mcp/index.ts'),
  testing: () => import('../../src/testing/index.ts'),
})

async function openEngine(): Promise<typeof import('../../src/node/index.ts')> {
  const engine = await import('../../src/node/index.ts')
  engine.tuneProcess()
  return engine
}
