/** The engine's version. `test/house` holds it against `package.json`. */
export const ENGINE_VERSION = '0.1.0'
