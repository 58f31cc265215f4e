import pg from 'pg'
import { backupRole, keyLocks, newClient } from '../db/index.ts'
import { BackupFault } from './backup-fault.ts'
import type { ChainMark, CopiedPartition, CopiedSequence, Manifest } from './manifest.ts'

/** Schemas that belong to the product, and their tables that tell of the database itself and not of what it holds. */
const schemas = ['vigie', 'graphile_worker']
const ownTables = ['vigie.migration', 'graphile_worker.migrations', 'vigie.quarantine']
// The number means nothing.
const backupLock = 8_317_042_603

export class BackupUnderWay extends BackupFault {
  constructor() {
    super('Another backup of this installation is running. This one did nothing.')
  }
}

export interface TablePlan {
  readonly schema: string
  readonly name: string
  readonly columns: string[]
  /** What its rows are sorted by, so that the same rows come in the same order next time; empty for no key. */
  readonly sortedBy: string[]
}

/** One connection for the length of a backup, which no second one of this installation can have. */
export async function withBackupSession<T>(
  adminUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = newClient(adminUrl, { application_name: 'vigie backup' })
  // What breaks the connection is told by the statement it interrupts.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await enterRole(client)
    const { rows } = await client.query<{ isFree: boolean; isKeyStable: boolean }>(
      `select pg_try_advisory_lock($1) as "isFree", pg_try_advisory_lock_shared($2) as "isKeyStable"`,
      [backupLock, keyLocks.ofConnections],
    )
    if (!rows[0]?.isFree) throw new BackupUnderWay()
    if (!rows[0].isKeyStable) {
      throw new BackupFault(
        'The secret key of this installation is being replaced; back up when that is done.',
      )
    }
    return await work(client)
  } finally {
    await client.end()
  }
}

async function enterRole(client: pg.Client): Promise<void> {
  await client.query(`set role ${backupRole}`).catch((cause: unknown) => {
    throw new BackupFault(
      `The role of DATABASE_URL may not become ${backupRole}. Run vigie migrate with it first.`,
      { cause },
    )
  })
  // Values are written the same whatever the server's settings; the walls of the units let this session pass.
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
    set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'; set app.units = 'all';
    set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '60s'`)
}

/** Everything `work` reads is of one moment, whatever is written meanwhile. */
export async function inSnapshot<T>(
  client: pg.Client,
  work: (takenAt: Date) => Promise<T>,
): Promise<{ takenAt: Date; result: T }> {
  await client.query('begin isolation level repeatable read read only')
  // The first statement takes the snapshot; what it says of the time is the time of the copy.
  const { rows } = await client.query<{ takenAt: Date }>(
    `select date_trunc('milliseconds', clock_timestamp()) as "takenAt"`,
  )
  const takenAt = rows[0]?.takenAt ?? new Date()
  const result = await work(takenAt)
  await client.query('commit')
  return { takenAt, result }
}

export async function planTables(client: pg.Client): Promise<TablePlan[]> {
  const { rows } = await client.query<TablePlan>(
    `select n.nspname::text as schema, c.relname::text as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns,
       coalesce((select array(select a.attname::text from unnest(i.indkey) with ordinality k (attnum, nth)
           join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum order by k.nth)
         from pg_index i where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indexprs is null
         order by not i.indisprimary, i.indexrelid limit 1), '{}') as "sortedBy"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
       and n.nspname || '.' || c.relname <> all($2)
     order by n.nspname, c.relname`,
    [schemas, ownTables],
  )
  return rows
}

export function copyStatement({ schema, name, columns, sortedBy }: TablePlan): string {
  const list = (names: readonly string[]) => names.map((each) => pg.escapeIdentifier(each)).join(', ')
  const order = sortedBy.length > 0 ? ` order by ${list(sortedBy)}` : ''
  const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
  return `copy (select ${list(columns)} from ${table}${order}) to stdout`
}

type Circumstances = Pick<
  Manifest,
  'serverVersion' | 'migrations' | 'keyCheck' | 'partitions' | 'heads' | 'checkpoints'
>

export async function readCircumstances(client: pg.Client): Promise<Circumstances> {
  const server = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  const migrations = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from vigie.migration order by name',
  )
  const key = await client.query<{ check: string }>(
    `select encode(key_check, 'hex') as check from vigie.installation_key`,
  )
  const partitions = await client.query<CopiedPartition>(
    `select c.relname::text as name, p.relname::text as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where c.relnamespace = 'vigie'::regnamespace and c.relkind = 'r' and c.relispartition
       and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT' order by c.relname`,
  )
  return {
    serverVersion: server.rows[0]?.version ?? '',
    migrations: migrations.rows,
    keyCheck: key.rows[0]?.check ?? '',
    partitions: partitions.rows,
    heads: await readMarks(client, [
      ['EVENTS', 'vigie.journal_head'],
      ['ADMINISTRATION', 'vigie.administration_head'],
    ]),
    checkpoints: await readMarks(client, [
      ['EVENTS', 'vigie.journal_checkpoint'],
      ['ADMINISTRATION', 'vigie.administration_checkpoint'],
    ]),
  }
}

async function readMarks(
  client: pg.Client,
  sources: readonly (readonly [ChainMark['chain'], string])[],
): Promise<ChainMark[]> {
  const marks: ChainMark[] = []
  for (const [chain, table] of sources) {
    const text = `select distinct on (account_id) account_id::text as "accountId", seq::text as seq,
      encode(hash, 'hex') as hash, occurred_at as at from ${table} order by account_id, ${table}.seq desc`
    const { rows } = await client.query<{ accountId: string; seq: string; hash: string; at: Date }>(text)
    for (const { accountId, seq, hash, at } of rows) {
      marks.push({ accountId: Number(accountId), chain, seq: Number(seq), hash, at: at.toISOString() })
    }
  }
  return marks
}

/** Read at any time after the snapshot began: none is below what its rows use. */
export async function readSequences(client: pg.Client): Promise<CopiedSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname::text as schema, c.relname::text as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'S' order by 1, 2`,
    [schemas],
  )
  const sequences: CopiedSequence[] = []
  for (const { schema, name } of rows) {
    const text = `select last_value::text as "lastValue", is_called as "isCalled"
      from ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
    const found = await client.query<{ lastValue: string; isCalled: boolean }>(text)
    const [value] = found.rows
    if (value) sequences.push({ schema, name, ...value })
  }
  return sequences
}

/** The files that rows of the snapshot name, one a line, sorted by bytes. */
export async function fileKeysStatement(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'vigie'::regnamespace and c.relkind = 'r' and a.attname = 'object_key'
       and c.relname <> 'sealed_file' order by 1`,
  )
  const parts = rows.map(
    ({ name }) =>
      `select object_key collate "C" as key from vigie.${pg.escapeIdentifier(name)} where object_key is not null`,
  )
  return `copy (${parts.join(' union ')} order by 1) to stdout`
}
