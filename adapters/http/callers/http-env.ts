import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Caller } from './identify-caller.ts'

/** The logged facts about a request. They never include source text, paths, tokens or addresses. */
export interface RequestNotes {
  caller?: string
  pack?: string
  problem?: string
  bytes?: number
  files?: number
  findings?: number
  /** From the request's `traceparent`. */
  traceId?: string
  /** Name and stack frames of an error of ours. */
  error?: string
}

/** The context of the service's handlers. */
export interface HttpEnv {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    notes: RequestNotes
    /** Set for requests with a rate limit. */
    caller: Caller
  }
}

/** A request and its answer in a handler. */
export type HttpContext = Context<HttpEnv>

/** Node's data about the connection. Empty if the app is called without a server, as by `app.request`. */
export function connectionOf(c: HttpContext): Partial<HttpBindings> {
  const bindings: Partial<HttpBindings> | undefined = c.env
  return bindings ?? {}
}

/** The function that calls the next handler. */
export type HttpNext = () => Promise<void>
