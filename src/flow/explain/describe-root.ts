import type { CodePlace, FlowLoss } from '../../model/explanation.ts'
import { OP } from '../../model/program.ts'
import { placeOfSpan, placeOfValue, quote } from './describe-code.ts'
import type { BackwardSearch } from './find-breaks.ts'
import type { ExplainedProgram } from './solve-explained.ts'

/** Why a sink has no data although nothing stops any: where its value comes from instead. */
export function describeRoot(explained: ExplainedProgram, { roots }: BackwardSearch, sink: CodePlace): FlowLoss {
  const { project } = explained.program.solver
  const described = roots.flatMap((root) => describeOne(explained, root) ?? [])
  const [parameter] = described.filter(({ code }) => code === 'not-called')
  const [imported] = described.filter(({ code }) => code === 'import')
  const [unknown] = roots.filter((root) => project.op[root] === OP.result)
  if (imported !== undefined) return imported
  if (parameter !== undefined) return parameter
  if (unknown !== undefined) {
    const call = project.calls[project.a[unknown]]
    const place = placeOfSpan(explained, call.file, call)
    return {
      code: 'no-data',
      term: 'source',
      place,
      message: `The value comes from ${quote(place.text)} on line ${place.line}, which gets no data of a source and is no source.`,
    }
  }
  const root = roots.find((each) => project.op[each] === OP.unknown) ?? roots[0]
  const place = root === undefined ? sink : placeOfValue(explained, root)
  const from = place.text === '' ? '' : ` It comes from ${quote(place.text)} on line ${place.line}.`
  return { code: 'no-data', term: 'untainted value', place, message: `The value at the sink is not made of data of a source.${from}` }
}

function describeOne(explained: ExplainedProgram, root: number): FlowLoss | undefined {
  const { project } = explained.program.solver
  if (project.op[root] === OP.parameter) {
    const { name, parameters } = project.functions[project.owner[root]]
    const parameter = parameters.find(({ value }) => value === root)
    if (parameter === undefined) return undefined
    const called = name === '' ? 'its function' : quote(name)
    const value = `The value is the parameter ${quote(parameter.name)} of ${called}`
    const message = `${value}. No call in these files passes data of a source to it, and it is no source.`
    return { code: 'not-called', term: 'call graph', place: placeOfValue(explained, root), message }
  }
  const imported = project.imports.find(({ value }) => value === root)
  if (imported === undefined) return undefined
  const from = explained.files[imported.file].file.path
  if (explained.resolve(from, imported.specifier) !== undefined) return undefined
  const message = `The value comes from ${quote(imported.specifier)}, which is not among the files.`
  return { code: 'import', term: 'import', place: placeOfValue(explained, root), message }
}
