import type { FunctionPlace, ParameterSelector } from '../model/flow.ts'
import type { WrittenParameter } from './taint-places.ts'

/** The parameters of a source: `0`, `1..`, `event`, `*`, with the parts that count: `0.body`, `0.{body,query}`, `0.json()`. */
export function readParameter({ parameter, function: place, except, texts }: WrittenParameter): ParameterSelector {
  const [, which = '', parts = ''] = /^(\d+\.\.|[^.]*)(?:\.(.+))?$/.exec(String(parameter)) ?? []
  return {
    which: /^\d/.test(which) ? Number.parseInt(which, 10) : which,
    isRest: which.endsWith('..'),
    isExcepted: except && readNames(except),
    texts: texts === true,
    function: place === undefined ? undefined : readFunctionPlace(place),
    propertyPath: readParts(parts),
  }
}

function readParts(written: string): readonly string[] {
  return written === ''
    ? []
    : written
        .replace(/^\{|\}$/g, '')
        .split(',')
        .map((part) => part.trim())
}

function readNames(names: readonly string[]): (name: string) => boolean {
  const regex = new RegExp(`^(?:${names.map((name) => name.replaceAll('$', '\\$').replaceAll('*', '.*')).join('|')})$`)
  return (name) => regex.test(name)
}

/** `Argument[0].Property[handler]`, in the form that the schema makes sure of. */
function readFunctionPlace(written: string): FunctionPlace {
  const [, argument = '', parts = ''] = /^Argument\[([^\]]+)\](.*)$/.exec(written) ?? []
  const keys = parts
    .split(/\.(?=Element$|Element\.|Property\[)/)
    .slice(1)
    .map((part) => (part === 'Element' || part === 'Property[*]' ? undefined : part.slice('Property['.length, -1)))
  return { argument: /^-?\d+$/.test(argument) ? Number(argument) : argument, keys }
}
