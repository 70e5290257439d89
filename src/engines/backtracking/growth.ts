/** How the matching time grows with the length of the text: exponentially, or with a power of it. */
export type Growth = 'exponential' | 'polynomial'
