import { sql } from 'kysely'
import { formHash, type FormEntry } from '../domain/forms/index.ts'
import { buildUnsubscribeLinks, type InvitationSettings } from '../domain/invitations/index.ts'
import { runCommitHooks, type Db, type Tx } from '../platform/db/index.ts'
import type { ObjectStore } from '../platform/files/index.ts'
import { enqueueMany } from '../platform/jobs/index.ts'
import { recordPast } from '../platform/journal/index.ts'
import { addDays, type Scope } from '../platform/kernel/index.ts'
import {
  fillHistory,
  type History,
  type HistoryHeader,
  type HistoryMoment,
  type HistoryRow,
  type Recording,
} from './history.ts'
import { storePapers, type StoredPaper } from './make-papers.ts'

export interface HistoryDeps {
  readonly store: ObjectStore
  readonly invitations: InvitationSettings
}

/** After whatever the first visitor does, and with room for it in between. */
const printing = { startMs: 3_000, everyMs: 150, priority: 100 }

/** Only a sandbox has a time of its own; it is behind the world while its past is being written. */
export async function setClock(tx: Tx, { accountId }: Pick<Scope, 'accountId'>, moment: Date): Promise<void> {
  await sql`
    update account set clock_offset_ms = ceil(extract(epoch from ${moment}::timestamptz - clock_timestamp()) * 1000)
    where account_id = ${accountId}`.execute(tx)
}

async function joinPresent(tx: Tx, { accountId }: Pick<Scope, 'accountId'>): Promise<void> {
  await sql`update account set clock_offset_ms = 0 where account_id = ${accountId}`.execute(tx)
}

/** The latest day on which the whole of it lies in the past. */
export function lastDayOf({ last }: HistoryHeader, now: Date): string {
  const day = now.toISOString().slice(0, 10)
  return now >= new Date(`${day}T${last.time}Z`) ? addDays(day, -last.day) : addDays(day, -last.day - 1)
}

export interface PreparedHistory {
  readonly history: History
  readonly papers: readonly StoredPaper[]
}

/** What can be done before anything is written: the numbers are taken, the texts dated, the papers drawn. */
export async function prepareHistory(
  db: Db,
  scope: Scope,
  { header, text }: Recording,
  { store, invitations }: HistoryDeps,
): Promise<PreparedHistory> {
  const ids = await db.write(scope, (tx) => numbersFor(tx, scope, header))
  const history = fillHistory(text, {
    today: lastDayOf(header, new Date()),
    idAt: (place) => ids[place] ?? raise(`The recording has no number ${place}.`),
    publicUrl: invitations.publicUrl,
    unsubscribeUrl: (contact) =>
      buildUnsubscribeLinks(scope, { ...contact, language: 'en' }, invitations).footerLink.url,
  })
  return { history, papers: await storePapers(store, scope.accountId, history.papers) }
}

/**
 * Writes the recorded weeks of the demonstration account: rows as they were when the recording ended, and the events
 * through the journal, each at its own time. Numbers, secrets and files are new.
 */
export async function writeHistory(
  tx: Tx,
  scope: Scope,
  { history, papers }: PreparedHistory,
): Promise<void> {
  const evidences = new Map((history.tables['evidence'] ?? []).map((row) => [row['evidence_id'], row]))
  for (const row of evidences.values()) attachPaper(row, papers)
  await insertRows(tx, history.tables)
  await enqueueForms(tx, scope, evidences)
  for (const moment of history.moments) await recordMoment(tx, scope, moment, evidences)
  await joinPresent(tx, scope)
}

function raise(sentence: string): never {
  throw new Error(sentence)
}

/** By their place: those of rows that are there already, and new ones. */
async function numbersFor(tx: Tx, { accountId }: Scope, { ids, known }: HistoryHeader): Promise<number[]> {
  const { rows } = await sql<{ name: string; id: number }>`
    select 'account' as name, ${accountId}::bigint as id
    union all select 'user ' || u.email, u.user_id from membership m
      join app_user u on u.user_id = m.user_id where m.account_id = ${accountId}
    union all select 'attribute ' || code, attribute_id from attribute_definition where account_id = ${accountId}
    union all select 'rule ' || name, rule_id from rule where account_id = ${accountId}
    union all select 'team ' || name, team_id from team where account_id = ${accountId}
    union all select 'list ' || name, list_id from watchlist where owner_account_id = ${accountId}`.execute(
    tx,
  )
  const present = new Map(rows.map(({ name, id }) => [name, id]))
  const fresh = await sql<{ id: number }>`
    select nextval('vigie_id') as id from generate_series(0, ${ids})`.execute(tx)
  const numbers = fresh.rows.map(({ id }) => id)
  for (const [name, place] of Object.entries(known)) {
    numbers[place] = present.get(name) ?? raise(`The demonstration account has no ${name}.`)
  }
  return numbers
}

/** A row of the recording names its paper by place; copies of an answer share one. */
function attachPaper(row: HistoryRow, papers: readonly StoredPaper[]): void {
  const { paper: place } = row
  const paper = typeof place === 'number' ? papers[place] : undefined
  delete row['paper']
  if (!paper) return
  const { key, size, sha256, crc32 } = paper
  Object.assign(row, {
    object_key: key,
    file_uuid: key.split('/')[1],
    file_size: size,
    sha256: `\\x${sha256}`,
    crc32,
  })
}

/** In one statement: an answer and its check name each other, so neither can be first. */
async function insertRows(tx: Tx, tables: History['tables']): Promise<void> {
  const filled = Object.entries(tables).filter(([, rows]) => rows.length > 0)
  const inserts = filled.map(([table, rows], nth) => {
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
    return sql`${sql.ref(`rows_${nth}`)} as (insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb))`
  })
  await sql`with ${sql.join(inserts)} select`.execute(tx)
}

type Evidences = ReadonlyMap<unknown, HistoryRow>

/** Forms are printed by their jobs, as ever: all at once they would keep the doors shut for seconds. */
async function enqueueForms(tx: Tx, { accountId }: Scope, evidences: Evidences): Promise<void> {
  const forms = [...evidences.values()].filter(({ kind }) => kind === 'FORM')
  const responseIds = [...new Set(forms.map((row) => Number(row['response_id'])))]
  const payloads = responseIds.map((responseId) => ({ accountId, responseId }))
  await enqueueMany(tx, 'responses.form-pdf', payloads, printing)
}

async function recordMoment(
  tx: Tx,
  scope: Scope,
  { at, events }: HistoryMoment,
  evidences: Evidences,
): Promise<void> {
  await setClock(tx, scope, new Date(at))
  for (const { actor, entry } of events) {
    const { data = {} } = entry
    const told = data['evidences']
    const measured = Array.isArray(told) ? { ...data, evidences: told.map(measureIn(evidences)) } : data
    recordPast(tx, { ...scope, actor }, { ...entry, data: measured })
  }
  // Each moment has its own time: the journal takes it from the clock of the account.
  await runCommitHooks(tx)
}

/** What an event says of a file is true of the file that was made here. */
const measureIn = (evidences: Evidences) => (part: HistoryRow) => {
  const row = evidences.get(part['evidenceId'])
  if (!row) return part
  const { size, sha256, dataSha256 } = part
  return {
    ...part,
    ...(typeof size === 'number' && { size: row['file_size'] }),
    ...(typeof sha256 === 'string' && { sha256: String(row['sha256']).slice(2) }),
    ...(typeof dataSha256 === 'string' && { dataSha256: formHash(row['formdata'] as FormEntry[]) }),
  }
}
