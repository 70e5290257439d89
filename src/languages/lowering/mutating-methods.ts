/** Methods that update their receiver. */
export const MUTATING_METHODS: ReadonlySet<string> = new Set(
  'push unshift splice add set append appendleft extend insert update put setdefault enqueue fill write'.split(' '),
)
