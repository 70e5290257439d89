/** How a call whose body is not known passes data on. */
export type Transfer =
  /** Arguments and receiver flow to the result. */
  | 'default'
  /** The result holds nothing of what went in: a number, a truth value, a digest. */
  | 'clean'
  /** An element of the receiver. */
  | 'element'
  /** The receiver, or the first argument where there is none, with its parts. */
  | 'same'
  /** Arguments become elements of the receiver. */
  | 'insert'
  /** The receiver; arguments from the third on become elements of it. */
  | 'splice'
  /** Parts of the arguments become parts of the receiver, or of the first argument. */
  | 'merge'
  /** Pairs of names and parts. */
  | 'pairs'
  /** Pairs of a number and an element. */
  | 'numbered'
  /** Each argument becomes the part of its position in every element. */
  | 'zipped'
  /** Each argument is an element. */
  | 'listed'
  /** Elements that are pairs of names and parts, or an object that has them already. */
  | 'named'
  /** Names of parts. */
  | 'keys'
  /** The fields of the receiver, or of the first argument, as a dictionary: nobody but the program names them. */
  | 'fields'
  /** A text of what a loop over the argument comes to. */
  | 'joined'
  /** Parts as elements. */
  | 'values'

/** What a call does with functions that are passed to it. */
export interface Callback {
  /** How the receiver (or the first other argument) reaches the parameters: as elements, as it is, or not. */
  readonly passes: 'element' | 'same' | 'none'
  /** Parameters that get it. */
  readonly parameters: readonly number[]
  /** How what the function returns reaches the result. */
  readonly returns: 'element' | 'same' | 'none'
  /** What the function returns is its first parameter when it is called next. */
  readonly accumulates?: boolean
  /** Arguments are this part of the first parameter: `job.data`. */
  readonly property?: string
  /** Arguments after the function are passed to it: `setTimeout(f, 0, x)`, `executor.submit(f, x)`. */
  readonly passesRest?: number
  /** Other arguments say when the function runs again, and go nowhere. */
  readonly watches?: boolean
}

const CLEAN_NAMES_OF_JAVASCRIPT =
  /^(?:Number|parseInt|parseFloat|Boolean|isNaN|isFinite|BigInt|Symbol|Number\..*|Math\..*|Intl\.(?:NumberFormat|DateTimeFormat|RelativeTimeFormat)\(\)\.format|Date|Date\.now|Date\.parse|Date\.UTC|Array\.isArray|Date\(\)\.getTime|Object\.is|crypto\.(?:randomBytes|randomUUID|timingSafeEqual|createHash\(\).*|createHmac\(\).*|scrypt(?:Sync)?|pbkdf2(?:Sync)?))$/
const CLEAN_NAMES_OF_PYTHON =
  /^(?:int|float|bool|len|isinstance|issubclass|hash|id|ord|type|abs|round|range|callable|hasattr|uuid\.UUID|hashlib\..*|hmac\..*|secrets\..*|random\..*|time\..*)$/
const CLEAN_NAMES_OF_MODULES =
  /^(?:datetime\.datetime\.(?:now|utcnow|strptime|fromtimestamp|fromisoformat|combine)|datetime\.date\.(?:today|fromisoformat)|datetime\.time\.fromisoformat|fractions\.Fraction|os\.path\.(?:exists|isfile|isdir|getsize|getmtime|getctime|getatime)|os\.l?stat|fs\.(?:existsSync|l?statSync|promises\.l?stat)|fs\/promises\.l?stat|decimal\.Decimal|ipaddress\.ip_address)$/
const CLEAN_METHODS =
  /^(?:includes|indexOf|lastIndexOf|startsWith|endsWith|startswith|endswith|test|has|hasOwnProperty|hasOwn|every|some|localeCompare|charCodeAt|codePointAt|getTime|toISOString|toLocaleDateString|toLocaleTimeString|toFixed|isdigit|isalpha|isalnum|isnumeric|count|findIndex|digest|hexdigest|equals|compare|exists|byteLength|is_file|is_dir|issubset|issuperset|isdisjoint|delete|clear|writeHead|setHeader|status|sendStatus|getInteger|getNumber|getBoolean)$/
function isCleanName(name: string): boolean {
  return CLEAN_NAMES_OF_JAVASCRIPT.test(name) || CLEAN_NAMES_OF_PYTHON.test(name) || CLEAN_NAMES_OF_MODULES.test(name)
}

/** Functions that ask something, by the way they are called: they give a truth value. */
const PREDICATES = /^_?(?:is|has|can|should)(?:[A-Z_]\w*)$/
/** What files hold, and which files there are, is nothing of the name that they are asked for by. */
const PYTHON_CLEAN_NAMES = /^(?:open|io\.open|codecs\.open|aiofiles\.open|os\.(?:listdir|scandir|walk)|mimetypes\.guess_\w+)$/
const PYTHON_CLEAN_METHODS = /^(?:find|index|rfind|rindex|l?stat|read_text|read_bytes)$/

/** Methods that change containers of Python; in JavaScript databases and services have some of these names. */
const PYTHON_CONTAINER_METHODS: ReadonlySet<string> = new Set(['update', 'extend', 'insert'])

const METHODS: ReadonlyMap<string, Transfer> = new Map<string, Transfer>([
  ...['pop', 'shift', 'popleft', 'at', 'find', 'findLast', 'get', 'getAll', 'next', 'values', 'popitem', 'first', 'last', 'getlist'].map(
    (name) => [name, 'element'] as const,
  ),
  ...[
    'filter',
    'slice',
    'reverse',
    'sort',
    'toSorted',
    'toReversed',
    'flat',
    'copy',
    'toArray',
    'then',
    'catch',
    'finally',
    'freeze',
    'valueOf',
    'sorted',
    'to_dict',
    'dict',
    'clone',
    'toJSON',
    'toObject',
    'lean',
    '__enter__',
    'iterator',
  ].map((name) => [name, 'same'] as const),
  ...['push', 'unshift', 'add', 'append', 'appendleft', 'insert', 'set', 'enqueue', 'put', 'appendChild'].map((name) => [name, 'insert'] as const),
  ...['update', 'extend'].map((name) => [name, 'merge'] as const),
  ['splice', 'splice'],
  ['setdefault', 'insert'],
  ['items', 'pairs'],
  ['iteritems', 'pairs'],
  ['entries', 'pairs'],
  ['keys', 'keys'],
  ['model_dump', 'fields'],
])

const NAMES: ReadonlyMap<string, Transfer> = new Map<string, Transfer>([
  ['Object.assign', 'merge'],
  ...[
    'Promise.all',
    'vars',
    'Promise.allSettled',
    'Promise.race',
    'Promise.any',
    'Promise.resolve',
    'Array.from',
    'Object.freeze',
    'Object.seal',
    'structuredClone',
    'list',
    'tuple',
    'set',
    'frozenset',
    'sorted',
    'reversed',
    'iter',
    'copy.copy',
    'copy.deepcopy',
    'asyncio.wait_for',
    'Set',
    'Array',
    'collections.deque',
    'collections.defaultdict',
    'types.SimpleNamespace',
    'typing.cast',
    'filter',
    'Array.of',
  ].map((name) => [name, 'same'] as const),
  ...['next', 'max', 'min'].map((name) => [name, 'element'] as const),
  ['Object.entries', 'pairs'],
  ['Object.values', 'values'],
  ['Object.keys', 'keys'],
  ['Object.getOwnPropertyNames', 'keys'],
  ['enumerate', 'numbered'],
  ['zip', 'zipped'],
  ['itertools.zip_longest', 'zipped'],
  ['asyncio.gather', 'listed'],
  ...['dataclasses.asdict', 'attr.asdict', 'attrs.asdict'].map((name) => [name, 'fields'] as const),
  ...['dict', 'dataclasses.replace', 'collections.OrderedDict', 'Object.fromEntries', 'Map'].map((name) => [name, 'named'] as const),
  ...['io.StringIO().write', 'io.BytesIO().write', 'hashlib.new().update'].map((name) => [name, 'insert'] as const),
])

/** Whether each element becomes something harmless: `map(Number)`. */
export function mapsToSanitized(written: string, subject: string | undefined): boolean {
  return subject !== undefined && (written === 'map' || written === 'flatMap') && isCleanName(subject)
}

export function transferOf(name: string, written: string, isMethod: boolean, tagged: boolean, python: boolean): Transfer {
  if (isCleanName(name) || (python && PYTHON_CLEAN_NAMES.test(name))) return 'clean'
  if (tagged && /^(?:sql|SQL|gql|graphql|\$queryRaw|\$executeRaw|queryRaw|safeHtml)$/.test(written)) return 'clean'
  const named = NAMES.get(name)
  if (named !== undefined) return named
  if (PREDICATES.test(written)) return 'clean'
  if (!isMethod) return 'default'
  if (python && written === 'join' && !name.endsWith('path.join')) return 'joined'
  if (CLEAN_METHODS.test(written) || (python && PYTHON_CLEAN_METHODS.test(written))) return 'clean'
  if (!python && PYTHON_CONTAINER_METHODS.has(written)) return 'default'
  return METHODS.get(written) ?? 'default'
}

/** Whether a function of a namespace is called (`Object.values`), or of none: its subject is the first argument. */
export function isNamespaceCall({ receiver, name }: { readonly receiver: number; readonly name: string }): boolean {
  return receiver < 0 || NAMESPACES.test(name)
}

const NAMESPACES = /^(?:Object|Promise|Array|lodash|_|\$|jquery|async|copy|asyncio|types|typing|collections|itertools|functools)\.[^()]*$/

const CALLBACK_METHODS: ReadonlyMap<string, Callback> = new Map<string, Callback>([
  ...['map', 'flatMap'].map((name) => [name, { passes: 'element', parameters: [0], returns: 'element' }] as const),
  ...['forEach', 'filter', 'find', 'findLast', 'some', 'every', 'findIndex', 'each', 'sort'].map(
    (name) => [name, { passes: 'element', parameters: [0], returns: 'none' }] as const,
  ),
  ...['reduce', 'reduceRight'].map((name) => [name, { passes: 'element', parameters: [1], returns: 'same', accumulates: true }] as const),
  ...['replace', 'replaceAll'].map((name) => [name, { passes: 'same', parameters: [0, 1, 2], returns: 'same' }] as const),
  ...['then', 'catch', 'tap', 'pipe'].map((name) => [name, { passes: 'same', parameters: [0], returns: 'same' }] as const),
  ...['submit', 'run_in_executor', 'apply_async', 'add_task', 'enqueue', 'call_soon', 'call_soon_threadsafe', 'call_later'].map(
    (name) => [name, { passes: 'none', parameters: [], returns: 'same', passesRest: 0 }] as const,
  ),
])

const CALLBACK_NAMES: ReadonlyMap<string, Callback> = new Map<string, Callback>([
  ...['map', 'lodash.map', 'Array.from', 'async.map', 'p-map'].map(
    (name) => [name, { passes: 'element', parameters: [0], returns: 'element' }] as const,
  ),
  ...['filter', 'lodash.forEach', 'lodash.each', 'lodash.filter', 'async.each', 'async.eachSeries', 'async.forEach'].map(
    (name) => [name, { passes: 'element', parameters: [0], returns: 'none' }] as const,
  ),
  ...['computed', 'vue.computed', 'useMemo', 'react.useMemo', 'React.useMemo', 'preact/hooks.useMemo', 'createMemo', 'solid-js.createMemo'].map(
    (name) => [name, { passes: 'none', parameters: [], returns: 'same', watches: true }] as const,
  ),
  ['functools.reduce', { passes: 'element', parameters: [1], returns: 'same', accumulates: true }],
  ...['setTimeout', 'setInterval'].map((name) => [name, { passes: 'none', parameters: [], returns: 'none', passesRest: 1 }] as const),
  ...[
    'setImmediate',
    'process.nextTick',
    'asyncio.to_thread',
    'anyio.to_thread.run_sync',
    'starlette.concurrency.run_in_threadpool',
    'fastapi.concurrency.run_in_threadpool',
    'queueMicrotask',
  ].map((name) => [name, { passes: 'none', parameters: [], returns: 'same', passesRest: 0 }] as const),
])

/** What the call does with functions passed to it, when it is known. */
export function callbackOf(name: string, written: string, isMethod: boolean): Callback | undefined {
  return CALLBACK_NAMES.get(name) ?? (isMethod ? CALLBACK_METHODS.get(written) : undefined)
}

/** Calls that give the function back that is passed to them, in some wrapping. */
export const WRAPPERS =
  /^(?:bind|promisify|callbackify|useCallback|useMemo|memo|p?[mM]emoize|memoizeOne|unstable_cache|debounce|throttle|once|partial|wrap|wrapAsync|asyncHandler|expressAsyncHandler|catchAsync|catchAsyncErrors|tryCatch|forwardRef|cache|lru_cache|wraps|sync_to_async|async_to_sync|withAuth|handler)$/

/** Parts that are numbers in JavaScript: of texts and lists. */
export const NUMERIC_PROPERTIES: ReadonlySet<string> = new Set(['length', 'size', 'byteLength', 'byteOffset'])

/** Objects whose parts the client names: `req.query.size` is what was sent. */
export const CLIENT_PROPERTIES: ReadonlySet<string> = new Set(['query', 'body', 'params', 'headers', 'cookies', 'searchParams', 'fields'])

/** Constructors of things of which `size` is a number; of others it may be any field. */
export const SIZED_CONSTRUCTORS = /^(?:Set|Map|WeakSet|Blob|File|Buffer(?:\..*)?)$/
