export { EmbeddedPostgresError } from './errors.ts'
export { findRunning, startEmbedded } from './start.ts'
export type { EmbeddedOptions, EmbeddedPostgres } from './start.ts'
