/** The package of a resolved name: `@hapi/joi` of `@hapi/joi.object()`. */
export function packageOf(name: string): string {
  return /^(?:@[^/]+\/)?[^/.]+/.exec(name)?.[0] ?? ''
}
