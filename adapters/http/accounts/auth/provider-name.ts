/** What the library of accounts calls the operator's provider. */
export const PROVIDER = 'oidc'
