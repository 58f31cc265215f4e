export { compileOnce } from './compile-once.ts'
export { plannedAnew } from './connection.ts'
export { openDatabase, type Db, type ReplicaReading } from './database.ts'
export { EmbeddedPostgresError, findRunning, startEmbedded, type EmbeddedPostgres } from './embedded/index.ts'
export {
  faultKinds,
  faultOf,
  logDatabaseFaults,
  ReadOnlyDatabase,
  readOnlyState,
  sqlState,
  type DatabaseFaults,
} from './faults.ts'
export { currentMs } from './heartbeat.ts'
export { newClient, urlAs, urlAsIn } from './hosts.ts'
export { guardKey, keyLocks, requireKey, WrongSecretKey, type KeyGuard } from './installation-key.ts'
export {
  continueLongMigrations,
  longMigrations,
  readLongMigrations,
  type LongMigration,
  type LongMigrationState,
} from './long-migrations.ts'
export { loadMigrations, readMigrations, requireSameSchema, type MigrationState } from './migrate.ts'
export type { Notices } from './notices.ts'
export { measureDatabase } from './measure-database.ts'
export { createPool, poolStates, type DatabasePool } from './pool.ts'
export { refusePooler } from './pooler.ts'
export { ensureDatabase, prepareDatabase, urlOfDatabase, withClient, withOwner } from './prepare.ts'
export {
  currentQuarantine,
  findQuarantine,
  forgetQuarantine,
  isQuarantined,
  quarantineDatabase,
  type Quarantine,
} from './quarantine.ts'
export {
  findAccountState,
  requireUsable,
  suspendedProblem,
  unusableAccounts,
  type AccountState,
} from './standing.ts'
export { Replica } from './replica.ts'
export { appRole, backupRole, loginRoleOf, ownerRole, readDatabaseName } from './roles.ts'
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
