import { expect, it } from 'vitest'
import { startServer } from '../../adapters/http/server/start-server.ts'

it.each([
  { name: 'a misspelt option', options: { prot: 0 }, words: '`prot` is not an option of `startServer`. Options: host, port, ' },
  { name: 'an option of the app alone', options: { isClosing: () => false }, words: '`isClosing` is not an option of `startServer`' },
  { name: 'a setting of the settings file', options: { database: {} }, words: '`database` is not an option of `startServer`' },
  { name: 'an invalid port', options: { port: '0' }, words: '`port` must be a whole number from 0 to 65535.' },
  { name: 'an empty host, which would be every address', options: { host: '' }, words: '`host` must be a non-empty string.' },
  { name: 'a store without functions', options: { rateStore: {} }, words: '`rateStore` must be an object with the functions `take`, `look`.' },
  { name: 'keys in place of a function', options: { verifyToken: ['secret'] }, words: '`verifyToken` must be a function.' },
  { name: 'a misspelt option of its threads', options: { scans: { worker: 1 } }, words: '`worker` is no option of `createScanPool`: packs, ' },
  { name: 'packs of its threads that are no list', options: { scans: { packs: 7 } }, words: '`packs`' },
  { name: 'no object', options: 3000, words: 'The options of `startServer` must be an object.' },
])('does not start with $name', async ({ options, words }) => {
  await expect(Promise.resolve(Reflect.apply(startServer, undefined, [options]))).rejects.toThrow(words)
})
