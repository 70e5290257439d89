/** Methods that put something into what they are called on. */
export const MUTATING_METHODS: ReadonlySet<string> = new Set(
  'push unshift splice add set append appendleft extend insert update put setdefault enqueue fill write'.split(' '),
)
