import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sourceThreads } from '../pool/source-threads.ts'
import { filesOf, openServer, unlimited, upload } from './open-server.ts'

const server = await openServer({ scans: { ...sourceThreads, workers: 1, queueWaitMs: 120_000 }, tiers: unlimited })
// Threads for long scans start with the first one, which costs more than anything measured here.
await upload(server.uploadUrl, filesOf('x'.repeat(600_000)))
const VULNERABLE = "const express = require('express')\nexpress().get('/', (req, res) => res.send(eval(req.query.code)))\n"
const json = { 'Content-Type': 'application/json' }

describe('the service', () => {
  const hostile = [
    { name: 'a hundred thousand brackets', content: '['.repeat(100_000) },
    { name: 'a hundred thousand calls in each other', content: `${'f('.repeat(100_000)}eval(x)` },
    { name: 'nine million characters on one line', content: `eval(${'a+'.repeat(4_500_000)}a)` },
    { name: 'a NUL', content: 'eval(x)\u0000' },
    { name: 'lone surrogates', content: 'eval("\ud800\udc00\udc00")\ud800' },
    { name: 'nothing', content: '' },
  ]
  it.each(hostile)(
    'survives a file of $name',
    async ({ content }) => {
      for (const path of ['a.js', 'a.py', 'a.tsx', 'a.yaml', 'a.json', 'a.toml', 'a.tf', '.env', 'Dockerfile', 'a']) {
        const response = await upload(server.uploadUrl, { files: [{ path, content }] })
        expect([path, response.status]).toEqual([path, 200])
        await response.arrayBuffer()
      }
      expect(server.logged()).not.toContain('thread')
    },
    60_000,
  )

  it.each([
    { name: 'labels that overflow the stack of the parser', content: '{a:'.repeat(2_040) },
    { name: 'labels two by two', content: '{a:{a:'.repeat(4_200) },
    { name: 'labels where no end was seen', content: '{a:'.repeat(2_042) },
  ])(
    'answers everybody while two callers send $name',
    async ({ content }) => {
      const hostile = { files: [{ path: 'hostile.js', content: `eval(x)\n${content}` }] }
      const others = Array.from({ length: 9 }, () => filesOf(VULNERABLE))
      const responses = await Promise.all([hostile, ...others.slice(0, 4), hostile, ...others.slice(4)].map((body) => upload(server.uploadUrl, body)))
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
      const results = await Promise.all(responses.map((response) => response.json()))
      expect(results.filter(({ partial }) => partial.length > 0).map(({ partial }) => partial.map((gap: { reason: string }) => gap.reason))).toEqual([
        ['too-deep'],
        ['too-deep'],
      ])
      expect(results.filter(({ criticalCount }) => criticalCount > 0)).toHaveLength(others.length)
    },
    60_000,
  )

  it('answers mutated uploads with a result or a problem, never with a fault of its own', async () => {
    const bytes = Buffer.from(JSON.stringify({ files: [{ path: 'é.js', content: VULNERABLE }] }))
    const mutated = fc
      .array(fc.tuple(fc.nat(bytes.length), fc.nat(12), fc.uint8Array({ maxLength: 12 })), { minLength: 1, maxLength: 4 })
      .map((edits) => {
        let text = bytes
        for (const [at, removed, inserted] of edits) text = Buffer.concat([text.subarray(0, at), inserted, text.subarray(at + removed)])
        return new Uint8Array(text)
      })
    await fc.assert(
      fc.asyncProperty(mutated, async (body) => {
        const response = await fetch(server.uploadUrl, { method: 'POST', headers: json, body })
        expect([200, 400, 422]).toContain(response.status)
        await response.arrayBuffer()
      }),
      { numRuns: Number(process.env['ASSAY_FUZZ'] ?? 300) },
    )
  }, 120_000)

  it('gives up a scan that exceeds its budget, and scans the next upload', async () => {
    const short = await openServer({ scans: { ...sourceThreads, workers: 1, budgetMs: 4_000, stopGraceMs: 200 }, tiers: unlimited })
    const many = filesOf(...Array.from({ length: 3_500 }, (_, index) => `${VULNERABLE.repeat(20)}// ${index}`))
    const response = await upload(short.uploadUrl, many)
    expect([response.status, (await response.json()).type]).toEqual([503, '/problems/scan-timeout'])
    await expect.poll(async () => (await upload(short.uploadUrl, filesOf(''))).status, { timeout: 90_000 }).toBe(200)
  }, 180_000)
})
