import { sql } from 'kysely'
import { printJournaledForms } from '../domain/evaluation/index.ts'
import { formHash, type FormEntry } from '../domain/forms/index.ts'
import { unsubscribing, type InvitationSettings } from '../domain/invitations/index.ts'
import { runCommitHooks, type Tx } from '../platform/db/index.ts'
import type { ObjectStore } from '../platform/files/index.ts'
import { record } from '../platform/journal/index.ts'
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

/** Only a sandbox has a time of its own; it is behind the world while its past is being written. */
export async function setClock(tx: Tx, { accountId }: Pick<Scope, 'accountId'>, moment: Date): Promise<void> {
  await sql`
    update account set clock_offset_ms = ceil(extract(epoch from ${moment}::timestamptz - clock_timestamp()) * 1000)
    where account_id = ${accountId}`.execute(tx)
}

export async function joinPresent(tx: Tx, { accountId }: Pick<Scope, 'accountId'>): Promise<void> {
  await sql`update account set clock_offset_ms = 0 where account_id = ${accountId}`.execute(tx)
}

/** The latest day on which the whole of it lies in the past. */
export function lastDayOf({ last }: HistoryHeader, now: Date): string {
  const day = now.toISOString().slice(0, 10)
  return now >= new Date(`${day}T${last.time}Z`) ? addDays(day, -last.day) : addDays(day, -last.day - 1)
}

/**
 * Writes the recorded weeks of the demonstration account, in the transaction of the caller: rows as they were when the
 * recording ended, and the events through the journal, each at its own time. Numbers, secrets and files are new.
 */
export async function writeHistory(
  tx: Tx,
  scope: Scope,
  recording: Recording,
  { today, store, invitations }: HistoryDeps & { readonly today: string },
): Promise<void> {
  const { header, text } = recording
  const ids = await numbersFor(tx, scope, header)
  const history = fillHistory(text, {
    today,
    idAt: (place) => ids[place] ?? raise(`The recording has no number ${place}.`),
    publicUrl: invitations.publicUrl,
    unsubscribeUrl: (contact) => unsubscribing(scope, { ...contact, language: 'en' }, invitations).footerLink.url,
  })
  const papers = await storePapers(store, scope.accountId, history.papers)
  const evidences = new Map((history.tables['evidence'] ?? []).map((row) => [row['evidence_id'], row]))
  for (const row of evidences.values()) attachPaper(row, papers)
  for (const [table, rows] of Object.entries(history.tables)) await insertRows(tx, table, rows)
  await printForms(tx, scope, { store, evidences })
  for (const moment of history.moments) await recordMoment(tx, scope, moment, evidences)
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
    union all select 'rule ' || name, rule_id from rule where account_id = ${accountId}`.execute(tx)
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
  const paper = papers[Number(row['paper'])]
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

async function insertRows(tx: Tx, table: string, rows: readonly HistoryRow[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
}

type Evidences = ReadonlyMap<unknown, HistoryRow>

async function printForms(
  tx: Tx,
  scope: Scope,
  { store, evidences }: { readonly store: ObjectStore; readonly evidences: Evidences },
): Promise<void> {
  const forms = [...evidences.values()].filter(({ kind }) => kind === 'FORM')
  for (const responseId of new Set(forms.map((row) => Number(row['response_id'])))) {
    for (const { evidenceId, size, sha256 } of await printJournaledForms(tx, scope, { store, responseId })) {
      const row = evidences.get(evidenceId)
      if (row) Object.assign(row, { file_size: size, sha256: `\\x${sha256}` })
    }
  }
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
    record(tx, { ...scope, actor }, { ...entry, data: measured })
  }
  // Each moment has its own time: the journal takes it from the clock of the account.
  await runCommitHooks(tx)
}

/** What an event says of a file is true of the file that was made here. */
const measureIn = (evidences: Evidences) => (part: HistoryRow) => {
  const row = evidences.get(part['evidenceId'])
  if (!row) return part
  return {
    ...part,
    ...(part['size'] === null ? {} : { size: row['file_size'] }),
    ...(part['sha256'] === null ? {} : { sha256: String(row['sha256']).slice(2) }),
    ...(part['dataSha256'] === undefined ? {} : { dataSha256: formHash(row['formdata'] as FormEntry[]) }),
  }
}
