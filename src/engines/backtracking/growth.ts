/** How the time of a match grows with the length of the text: twice as much for one more character or so, or with a power of it. */
export type Growth = 'exponential' | 'polynomial'
