export { compileOnce } from './compile-once.ts'
export { plannedAnew } from './connection.ts'
export { openDatabase, type Db } from './database.ts'
export { EmbeddedPostgresError, findRunning, startEmbedded, type EmbeddedPostgres } from './embedded/index.ts'
export { guardKey, keyLocks, requireKey, WrongSecretKey, type KeyGuard } from './installation-key.ts'
export { createPool } from './pool.ts'
export {
  appRole,
  ensureDatabase,
  ownerRole,
  prepareDatabase,
  urlAs,
  urlOfDatabase,
  withClient,
} from './prepare.ts'
export {
  beforeCommit,
  runCommitHooks,
  withAccount,
  type LastStatements,
  type OuterRow,
  type ReadTx,
  type Tx,
} from './transaction.ts'
export type { DB } from './tables.gen.ts'
