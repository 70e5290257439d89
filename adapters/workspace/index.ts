/**
 * A project folder with its settings, for programs that stay open: the language server and the MCP server. Input: a folder. Output: rules to load,
 * files to scan, and results as the settings want them.
 *
 * @module
 */
export { listProjectFiles, type ListedFiles } from './list-project-files.ts'
export { openProject, type OpenedProject, type OpenProjectOptions } from './open-project.ts'
export { createScannerKeeper, type ScannerKeeper } from './scanner-keeper.ts'
export { settleResult } from './settle-result.ts'
