import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Caller } from './identify-caller.ts'

/** What is logged about a request. Never source text, paths, tokens or addresses. */
export interface RequestNotes {
  caller?: string
  pack?: string
  problem?: string
  bytes?: number
  files?: number
  findings?: number
  /** Of the request's `traceparent`. */
  traceId?: string
  /** Name and stack frames of an error of ours. */
  error?: string
}

/** What the service's handlers know beside the request. */
export interface HttpEnv {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    notes: RequestNotes
    /** Of requests whose rate is limited. */
    caller: Caller
  }
}

/** A request and its answer, as the handlers of the service see them. */
export type HttpContext = Context<HttpEnv>

/** What Node's server tells of the connection; empty when the app is called without one, as by `app.request`. */
export function connectionOf(c: HttpContext): Partial<HttpBindings> {
  const bindings: Partial<HttpBindings> | undefined = c.env
  return bindings ?? {}
}

/** What a middleware calls to go on. */
export type HttpNext = () => Promise<void>
