import pg from 'pg'
import { BackupFault } from './backup-fault.ts'
import { copyIn } from './copy-stream.ts'
import { loosenTables, tightenTables } from './loosen-tables.ts'
import { tableName, type CopiedTable, type Manifest } from './manifest.ts'
import { readContents } from './read-table.ts'
import type { BackupTarget } from './target.ts'

export type LoadStep = 'rows' | 'indexes and keys' | 'statistics'

export interface LoadOptions<T> {
  /** Already in the role that owns the tables. */
  readonly owner: pg.Client
  /** In the transaction that fills the tables. */
  readonly beforeCommit: () => Promise<T>
  readonly onProgress?: (step: LoadStep, done: number, total: number) => void
}

/**
 * Fills the tables of a database that has the schema of the copy and nothing else worth keeping. In one transaction:
 * ended in the middle, the database is as it was.
 */
export async function loadCopy<T>(
  target: BackupTarget,
  manifest: Manifest,
  { owner, beforeCommit, onProgress = () => undefined }: LoadOptions<T>,
): Promise<T> {
  await owner.query(`set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
    set statement_timeout = 0; set lock_timeout = '60s'; set client_encoding = 'UTF8';
    set maintenance_work_mem = '256MB'; set search_path = vigie`)
  const result = await inTransaction(owner, async () => {
    await makePartitions(owner, manifest)
    const loosened = await loosenTables(owner)
    await checkColumns(owner, manifest.tables)
    await owner.query(`truncate ${manifest.tables.map(quoteTable).join(', ')}`)
    await fillTables(target, manifest, { owner, onProgress })
    await tightenTables(owner, loosened, (done, total) => onProgress('indexes and keys', done, total))
    for (const { schema, name, lastValue, isCalled } of manifest.sequences) {
      const sequence = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
      await owner.query('select setval($1::regclass, $2::bigint, $3)', [sequence, lastValue, isCalled])
    }
    return beforeCommit()
  })
  let analysed = 0
  for (const table of manifest.tables) {
    await owner.query(`analyze ${quoteTable(table)}`)
    onProgress('statistics', (analysed += 1), manifest.tables.length)
  }
  return result
}

async function inTransaction<T>(owner: pg.Client, work: () => Promise<T>): Promise<T> {
  await owner.query('begin')
  try {
    const result = await work()
    await owner.query('commit')
    return result
  } catch (error) {
    await owner.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Months that have passed are made by no migration. */
async function makePartitions(owner: pg.Client, { partitions }: Manifest): Promise<void> {
  for (const { name, parent, bound } of partitions) {
    const partition = `vigie.${pg.escapeIdentifier(name)}`
    const { rowCount } = await owner.query('select where to_regclass($1) is null', [partition])
    if (rowCount === 0) continue
    await owner.query(`create table ${partition} partition of vigie.${pg.escapeIdentifier(parent)} ${bound}`)
    await owner.query('select journal_guard_partition($1::regclass)', [partition])
  }
}

/** A copy of the same migrations has the same columns, but the job queue has its own. */
async function checkColumns(owner: pg.Client, tables: readonly CopiedTable[]): Promise<void> {
  const { rows } = await owner.query<{ column: string }>(
    `select table_schema || '.' || table_name || '.' || column_name as column from information_schema.columns
     where table_schema in ('vigie', 'graphile_worker')`,
  )
  const known = new Set(rows.map(({ column }) => column))
  for (const table of tables) {
    const strange = table.columns.find((column) => !known.has(`${tableName(table)}.${column}`))
    if (strange !== undefined) {
      throw new BackupFault(
        `The copy has a column ${tableName(table)}.${strange} that this version of Vigie does not know. ` +
          'Restore it with the version that made it.',
      )
    }
  }
}

async function fillTables(
  target: BackupTarget,
  { tables }: Manifest,
  {
    owner,
    onProgress,
  }: { owner: pg.Client; onProgress: (step: LoadStep, done: number, total: number) => void },
): Promise<void> {
  const total = tables.reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  for (const table of tables) {
    const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')
    const statement = `copy ${quoteTable(table)} (${columns}) from stdin`
    const rows = table.rows === 0 ? 0 : await copyIn(owner, statement, readContents(target, table))
    if (rows !== table.rows) {
      throw new BackupFault(`${tableName(table)} took ${rows} rows instead of ${table.rows}.`)
    }
    onProgress('rows', (done += rows), total)
  }
}

const quoteTable = ({ schema, name }: CopiedTable) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
