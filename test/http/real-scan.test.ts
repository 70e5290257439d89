import { describe, expect, it } from 'vitest'
import { sourceThreads } from '../pool/source-threads.ts'
import { openServer, unlimited, upload } from './open-server.ts'

const server = await openServer({ scans: { ...sourceThreads, workers: 1 }, tiers: unlimited })
const VULNERABLE = "const express = require('express')\nexpress().get('/', (req, res) => res.send(eval(req.query.code)))\n"

describe('a scan over HTTP', () => {
  it('grades the files and returns the findings in the documented order', async () => {
    const response = await upload(server.uploadUrl, { files: [{ path: 'src/a.js', content: VULNERABLE }] })
    const result = await response.json()
    expect(response.status).toBe(200)
    expect(Object.keys(result).slice(0, 8)).toEqual([
      'grade',
      'score',
      'filesScanned',
      'criticalCount',
      'highCount',
      'mediumCount',
      'lowCount',
      'findings',
    ])
    expect(result.criticalCount).toBeGreaterThan(0)
    const finding = result.findings.find(({ rule }: { rule: string }) => rule === 'code-injection')
    expect(finding).toMatchObject({ severity: 'critical', file: 'src/a.js', line: 2 })
    expect(Object.keys(finding).slice(0, 8)).toEqual(['id', 'rule', 'severity', 'title', 'description', 'file', 'line', 'fix'])
  })

  it('has no grade for code in an unsupported language, and names it', async () => {
    const files = [
      { path: 'index.php', content: '<?php eval($_GET["é"]);' },
      { path: 'README.md', content: '# A' },
    ]
    const result = await (await upload(server.uploadUrl, { files })).json()
    expect(result).toMatchObject({
      grade: 'N/A',
      score: 0,
      filesScanned: 2,
      findings: [],
      filesRead: { code: 0, configuration: 0, text: 1 },
      unread: [{ language: 'PHP', files: 1, bytes: 24 }],
    })
  })

  it('gives the same bytes for the same files in any order', async () => {
    const files = ['b.js', 'a.js', 'c/a.js'].map((path) => ({ path, content: VULNERABLE }))
    const answers = [files, files.toReversed(), files].map(async (some) => (await upload(server.uploadUrl, { files: some })).text())
    expect(new Set(await Promise.all(answers)).size).toBe(1)
  })

  it('reports paths unchanged, and never opens them', async () => {
    const paths = ['/etc/passwd', '../../package.json', 'C:\\a\\b.js', 'a\u0000b.js', '\ud800.js', '__proto__', ' ', 'ü/😀.js']
    const response = await upload(server.uploadUrl, { files: paths.map((path) => ({ path, content: `${VULNERABLE}//${path.length}` })) })
    const result = await response.json()
    expect(response.status).toBe(200)
    expect(result.filesScanned).toBe(paths.length)
    expect(paths).toEqual(expect.arrayContaining(result.findings.map(({ file }: { file: string }) => file)))
  })
})

it('limits the steps of a scan by its caller, and reports the gaps', async () => {
  const bounded = await openServer({ scans: { ...sourceThreads, workers: 1 }, tiers: { anonymous: { ...unlimited.anonymous, maxScanSteps: 1 } } })
  const files = ['a.js', 'b.js'].map((path) => ({ path, content: VULNERABLE }))
  const reasonsFor = async (headers: Readonly<Record<string, string>>) => {
    const { skipped, partial } = await (await upload(bounded.uploadUrl, { files }, headers)).json()
    return [...skipped, ...partial].map(({ reason }: { reason: string }) => reason)
  }
  expect(await reasonsFor({})).toContain('scan-limit')
  expect(await reasonsFor({ Authorization: 'Bearer x' })).toEqual([])
})
