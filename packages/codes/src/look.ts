// Loaded by name by a process that draws pages, which hands it each of them.
export { findCodes as look } from './picture/find-codes.ts'
