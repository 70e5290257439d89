import type { JumpEnd, JumpKey, ModelArgument } from '../../model/call-models.ts'
import { isInRange } from '../../model/match-arguments.ts'
import { OP, type ProgramArgument } from '../../model/program.ts'
import type { PointsTo } from '../points-to/points-to.ts'
import type { ModuleLinks } from '../program/link-modules.ts'
import type { FlowCall, Project } from '../program/link-program.ts'
import { allocationSiteOf } from './allocation-site.ts'

/** The keys under which a call stores or reads a value; empty if a part of the key is not known. */
export function keysOfCall(project: Project, links: ModuleLinks, pointsTo: PointsTo, call: FlowCall, { key, side }: JumpEnd): readonly string[] {
  const context: Context = { project, links, pointsTo }
  return key.reduce<readonly string[]>(
    (known, part) => {
      const next = known.length === 0 ? [] : keysOfPart(context, call, part, side)
      return known.flatMap((first) => next.map((second) => `${first} ${second}`))
    },
    [''],
  )
}

interface Context {
  readonly project: Project
  readonly links: ModuleLinks
  readonly pointsTo: PointsTo
}

function keysOfPart(context: Context, call: FlowCall, { at, ofConstructor, property }: JumpKey, side: JumpEnd['side']): readonly string[] {
  if (ofConstructor !== undefined) {
    const creation = creationOf(context, at.kind === 'receiver' ? call.receiver : (argumentAt(call, at)?.value ?? -1))
    const argument = creation === undefined ? undefined : argumentAt(creation, ofConstructor)
    return argument === undefined ? [] : keysOfArgument(context, argument, property, side)
  }
  if (at.kind === 'receiver') return call.receiver < 0 ? [] : keysOfObject(context, call.receiver, side)
  const argument = argumentAt(call, at)
  return argument === undefined ? [] : keysOfArgument(context, argument, property, side)
}

/** The call that created an object. */
function creationOf({ project, links, pointsTo }: Context, object: number): FlowCall | undefined {
  if (object < 0) return undefined
  const { value, path } = allocationSiteOf(project, links, pointsTo, object)
  return path === '' && project.op[value] === OP.result ? project.calls[project.a[value]] : undefined
}

function argumentAt({ arguments: passed }: FlowCall, at: ModelArgument): ProgramArgument | undefined {
  if (at.kind === 'receiver') return undefined
  if (at.kind === 'keyword') return passed.find(({ kind, name }) => kind === 'keyword' && name === at.name)
  return passed.find(({ kind }, position) => kind === 'positional' && isInRange(passed, position, at.first, at.last))
}

/** A constant, or the object itself. */
function keysOfArgument(context: Context, argument: ProgramArgument, property: string | undefined, side: JumpEnd['side']): readonly string[] {
  const constant = property === undefined ? argument.constant : argument.constantProperties?.get(property)
  if (typeof constant === 'string' || typeof constant === 'number') return [JSON.stringify(constant)]
  return property === undefined && constant === undefined ? keysOfObject(context, argument.value, side) : []
}

/**
 * The keys of an object: its construction. An instance of a class of the program also has a key with its class if one side uses `this` or a field,
 * where the instance is unknown.
 */
function keysOfObject({ project, links, pointsTo }: Context, object: number, side: JumpEnd['side']): readonly string[] {
  const { id, value } = allocationSiteOf(project, links, pointsTo, object)
  const isThis = project.op[value] === OP.parameter && project.a[value] < 0
  const instance = pointsTo.instancesOf(object)
  if (instance.length === 0) return [id]
  const classes = [...new Set(instance.flatMap((each) => [each, ...(isThis ? pointsTo.transitiveSubclassesOf(each) : [])]))]
  const any = classes.map((each) => `any ${each}`)
  const unknown = classes.map((each) => `unknown ${each}`)
  if (side === 'read') return isThis ? [id, ...any, ...unknown] : [id, ...any]
  return isThis ? [id, ...any] : [id, ...unknown]
}
