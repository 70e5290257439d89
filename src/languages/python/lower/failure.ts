/** Classes above those that are thrown. */
export const FAILURE = /(?:Error|Exception)\b/
