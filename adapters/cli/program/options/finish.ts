/** Runs the command that was chosen, and keeps its exit code. Each command is a module of its own, loaded when it is the one that runs. */
export type Finish = (run: () => Promise<number>) => Promise<void>
