/** Loads an optional package. Throws an error that says what to install. */
export async function importClient<T>(name: string, version: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    throw isMissing ? new Error(`Triage needs the package \`${name}\`, which is not installed. Run \`npm install ${name}@${version}\`.`) : error
  }
}
