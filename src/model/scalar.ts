/** A value known without running the program. */
export type Scalar = string | number | boolean | null
