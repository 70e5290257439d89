/** The library's name for the operator's provider. */
export const PROVIDER = 'oidc'
