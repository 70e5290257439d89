/** Names of superclasses of errors. */
export const ERROR_CLASS = /(?:Error|Exception)\b/
