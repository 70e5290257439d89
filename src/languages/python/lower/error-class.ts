/** Classes above those that are thrown. */
export const ERROR_CLASS = /(?:Error|Exception)\b/
