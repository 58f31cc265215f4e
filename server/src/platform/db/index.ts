export { compileOnce } from './compile-once.ts'
export { currentMs } from './heartbeat.ts'
export { plannedAnew } from './connection.ts'
export { openDatabase, type Db, type ReplicaReading } from './database.ts'
export { EmbeddedPostgresError, findRunning, startEmbedded, type EmbeddedPostgres } from './embedded/index.ts'
export {
  faultKinds,
  logDatabaseFaults,
  ReadOnlyDatabase,
  readOnlyState,
  sqlState,
  type DatabaseFaults,
} from './faults.ts'
export { guardKey, keyLocks, requireKey, WrongSecretKey, type KeyGuard } from './installation-key.ts'
export { createPool, type DatabasePool } from './pool.ts'
export { refusePooler } from './pooler.ts'
export {
  continueLongMigrations,
  longMigrations,
  readLongMigrations,
  type LongMigration,
  type LongMigrationState,
} from './long-migrations.ts'
export { readMigrations, requireSameSchema, type MigrationState } from './migrate.ts'
export { loadMigrations } from './migrate.ts'
export type { Notices } from './notices.ts'
export { createPool } from './pool.ts'
export {
  appRole,
  backupRole,
  ensureDatabase,
  ownerRole,
  prepareDatabase,
  urlAs,
  urlAsIn,
  urlOfDatabase,
  withClient,
  withOwner,
} from './prepare.ts'
export { Replica } from './replica.ts'
export {
  currentQuarantine,
  findQuarantine,
  forgetQuarantine,
  isQuarantined,
  quarantineDatabase,
  type Quarantine,
} from './quarantine.ts'
export { ensureDatabase, prepareDatabase, urlOfDatabase, withClient } from './prepare.ts'
export { appRole, loginRoleOf, ownerRole, readDatabaseName, urlAs } from './roles.ts'
export { quarantineDatabase } from './quarantine.ts'
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
