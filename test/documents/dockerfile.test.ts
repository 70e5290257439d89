import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/languages/dockerfile/read-document.ts'
import { describeValues, type ExpectedValue, placeOf, selectAll, testValues, toPlain } from './read-text.ts'

const VALUES: readonly { readonly name: string; readonly text: string; readonly values: readonly ExpectedValue[] }[] = [
  {
    name: 'stages with their bases',
    text: 'FROM --platform=linux/arm64 r.io:5000/a/node:18@sha256:0a AS Build\nFROM build\nFROM scratch as x\nfrom alpine:3 # no comment\n',
    values: [
      ['stages[0].from.image', '1:29', 'r.io:5000/a/node', 'r.io:5000/a/node'],
      ['stages[0].from.tag', '1:46', '18', '18'],
      ['stages[0].from.digest', '1:49', 'sha256:0a', 'sha256:0a'],
      ['stages[0].from.as', '1:62', 'Build', 'Build'],
      ['stages[0].from.platform', '1:17', 'linux/arm64', 'linux/arm64'],
      ['stages[1].from', '2:1', 'FROM build', { stage: 'build' }],
      ['stages[2].from', '3:1', 'FROM scratch as x', { image: 'scratch', as: 'x' }],
      ['stages[-1].from.tag', '4:13', '3', '3'],
    ],
  },
  {
    name: 'images with variables',
    text: 'ARG BASE=node TAG\nFROM $BASE:${TAG:-latest}\nFROM node:${TAG}\n',
    values: [
      ['arg', '1:1', 'ARG BASE=node TAG', { BASE: 'node', TAG: null }],
      ['arg.BASE', '1:10', 'node', 'node'],
      ['stages[0].from.image', '2:6', '$BASE', { computed: '$BASE' }],
      ['stages[0].from.tag', '2:12', '${TAG:-latest}', { computed: '${TAG:-latest}' }],
      ['stages[1].from', '3:1', 'FROM node:${TAG}', { image: 'node', tag: { computed: '${TAG}' } }],
    ],
  },
  {
    name: 'instructions over several lines, with comments and empty lines between',
    text: 'FROM a\nRUN one \\\n# note\n  && two \\\n\n\t&& three\nUSER root\n',
    values: [
      ['stages[0].run[0]', '2:5', 'one \\\n# note\n  && two \\\n\n\t&& three', 'one   && two \t&& three'],
      ['stages[0].user[-1]', '7:6', 'root', 'root'],
    ],
  },
  {
    name: 'flags, exec forms and shell forms',
    text: 'FROM a\nRUN --mount=type=ssh --network=none x --y\nRUN ["sh", "-c", "x\\ty"]\nRUN [ -f x ] && y\nCMD one\nCMD ["two"]\nENTRYPOINT []\n',
    values: [
      ['stages[0].run[0]', '2:37', 'x --y', 'x --y'],
      ['stages[0].instructions[1].flags', '2:5', '--mount=type=ssh --network=none', { mount: 'type=ssh', network: 'none' }],
      ['stages[0].run[1][2]', '3:18', '"x\\ty"', 'x\ty'],
      ['stages[0].run[2]', '4:5', '[ -f x ] && y', '[ -f x ] && y'],
      ['stages[0].cmd', '6:5', '["two"]', ['two']],
      ['stages[0].entrypoint', '7:12', '[]', []],
    ],
  },
  {
    name: 'variables and labels',
    text: 'FROM a\nENV A=1 B="x \\"y\\"" C=\'$z\' \\\n  D=$A\nENV OLD some value\nLABEL "a.b"=c\nARG E=\\$x F\n',
    values: [
      [
        'stages[0].env',
        '2:1',
        'ENV A=1 B="x \\"y\\"" C=\'$z\' \\\n  D=$A\nENV OLD some value',
        { A: '1', B: 'x "y"', C: '$z', D: { computed: '$A' }, OLD: 'some value' },
      ],
      ['stages[0].env.D', '3:5', '$A', { computed: '$A' }],
      ['stages[0].env.OLD', '4:9', 'some value', 'some value'],
      ['stages[0].label."a.b"', '5:13', 'c', 'c'],
      ['stages[0].arg', '6:1', 'ARG E=\\$x F', { E: '$x', F: null }],
    ],
  },
  {
    name: 'files and ports',
    text: 'FROM a\nCOPY --from=b --chown=1:2 x "y z" /d/\nADD ["http://h/f", "/f"]\nEXPOSE 22 80/tcp $P\nVOLUME /a /b\nWORKDIR /w\n',
    values: [
      ['stages[0].copy[0]', '2:27', 'x "y z" /d/', 'x "y z" /d/'],
      ['stages[0].expose', '4:8', '22 80/tcp $P', ['22', '80/tcp', { computed: '$P' }]],
      ['stages[0].volume[0]', '5:8', '/a /b', '/a /b'],
      ['stages[0].workdir[0]', '6:9', '/w', '/w'],
    ],
  },
  {
    name: 'here-documents',
    text: 'FROM a\nRUN <<EOF sh\necho 1\nFROM no\nEOF\nCOPY <<-"A" <<B /x\n\tone\n\tA\ntwo\nB\nUSER b\n',
    values: [
      ['stages[0].run[0]', '2:5', '<<EOF sh\necho 1\nFROM no\nEOF', '<<EOF sh\necho 1\nFROM no\n'],
      ['stages[0].instructions[2].heredocs', '7:1', '\tone\n\tA\ntwo\nB', ['one\n', 'two\n']],
      ['stages[0].user[0]', '11:6', 'b', 'b'],
    ],
  },
  {
    name: 'another escape character, after other directives',
    text: '# syntax=docker/dockerfile:1\n# escape=`\nFROM a\nRUN dir c:\\ `\n  && x\nUSER b\n',
    values: [
      ['stages[0].run[0]', '4:5', 'dir c:\\ `\n  && x', 'dir c:\\   && x'],
      ['stages[0].user[0]', '6:6', 'b', 'b'],
    ],
  },
  {
    name: 'instructions of images built on this one',
    text: 'FROM a\nONBUILD RUN x\nHEALTHCHECK --interval=5s CMD y\nSHELL ["a"]\nSTOPSIGNAL 9\n',
    values: [
      ['stages[0].onbuild[0].name', '2:9', 'RUN', 'RUN'],
      ['stages[0].onbuild[0].value', '2:13', 'x', 'x'],
      ['stages[0].healthcheck', '3:27', 'CMD y', 'CMD y'],
      ['stages[0].shell[0]', '4:8', '"a"', 'a'],
      ['stages[0].stopsignal', '5:12', '9', '9'],
    ],
  },
  {
    name: 'CRLF',
    text: 'FROM a\r\nRUN x \\\r\n  y\r\nUSER z\r\n',
    values: [
      ['stages[0].run[0]', '2:5', 'x \\\r\n  y', 'x   y'],
      ['stages[0].user[0]', '4:6', 'z', 'z'],
    ],
  },
]

describe('reading Dockerfiles', () => {
  testValues(readDocument, VALUES)

  it('lists all instructions in order, with the sources and targets of copies', () => {
    const text = 'ARG A\nFROM b\nCOPY x "y z" /d/\nADD ["http://h/f", "/f"]\nRUN c\n'
    expect(describeValues(readDocument(text), text, 'instructions[*].name').map(([, place, , value]) => [place, value])).toEqual([
      ['1:1', 'ARG'],
      ['2:1', 'FROM'],
      ['3:1', 'COPY'],
      ['4:1', 'ADD'],
      ['5:1', 'RUN'],
    ])
    expect(
      describeValues(readDocument(text), text, 'stages[0].instructions[*].sources[*]').map(([, place, source, value]) => [place, source, value]),
    ).toEqual([
      ['3:6', 'x', 'x'],
      ['3:8', '"y z"', 'y z'],
      ['4:6', '"http://h/f"', 'http://h/f'],
    ])
    expect(selectAll(readDocument(text), '**.destination').map(({ value }) => toPlain(value))).toEqual(['/d/', '/f', '/d/', '/f'])
  })

  it('leaves the base open when a variable may hold its tag', () => {
    const [{ value }] = selectAll(readDocument('FROM $IMAGE\n'), 'stages[0].from')
    expect(value.kind === 'map' && value.open).toBe(true)
  })
})

describe('broken Dockerfiles', () => {
  it.each([
    { name: 'a line that is no instruction', text: 'FROM a\nhello world\nUSER b\n', faults: ['2:1'], users: ['b'] },
    { name: 'an instruction before the first FROM', text: 'USER a\nFROM b\nUSER c\n', faults: ['1:1'], users: ['c'] },
    { name: 'a here-document that is not closed', text: 'FROM a\nRUN <<EOF\nx\nUSER b\n', faults: ['2:1', '3:1'], users: ['b'] },
    { name: 'a tag of a template', text: 'FROM a\n{% if x %}\nUSER b\n', faults: ['2:1'], users: ['b'] },
    { name: 'a continuation at the end', text: 'FROM a\nUSER b \\\n', faults: [], users: ['b'] },
  ])('is read around $name', ({ text, faults, users }) => {
    const read = readDocument(text)
    expect(read.faults.map(({ offset }) => placeOf(text, offset))).toEqual(faults)
    expect(selectAll(read, 'stages[*].user[*]').map(({ value }) => toPlain(value))).toEqual(users)
  })

  // A quadratic algorithm would run into the timeout.
  it.each([
    { name: 'here-documents', text: `FROM a\n${Array.from({ length: 30_000 }, (_, line) => `RUN <<E${line}\n`).join('')}` },
    { name: 'continued lines', text: `FROM a\nRUN x${' \\\n'.repeat(100_000)}` },
    { name: 'ONBUILD', text: `FROM a\n${'ONBUILD '.repeat(50_000)}` },
    { name: 'stages', text: 'FROM a AS b\n'.repeat(10_000) },
  ])('reads many $name in linear time', ({ text }) => {
    expect(readDocument(text).documents).toHaveLength(1)
  })
})
