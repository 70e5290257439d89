/** Runs the selected command and keeps its exit code. Each command is a module that is loaded only when it runs. */
export type Finish = (run: () => Promise<number>) => Promise<void>
