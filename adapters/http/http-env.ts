import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** What is logged about a request. Never source text, paths, tokens or addresses. */
export interface RequestNotes {
  caller?: string
  pack?: string
  problem?: string
  bytes?: number
  files?: number
  findings?: number
  /** Name and stack frames of an error of ours. */
  error?: string
}

/** What the service's handlers know beside the request. The bindings are absent when the app is called without a socket. */
export interface HttpEnv {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    notes: RequestNotes
  }
}

export type HttpContext = Context<HttpEnv>
export type HttpNext = () => Promise<void>
