import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import type { PictureReading } from './read-pictures.ts'

export interface AwaitedScan {
  readonly evidenceId: number
  readonly contentType: string
}

/** A file of a draft is to be read as a picture. False: it went meanwhile. */
export async function awaitScan(
  tx: Tx,
  { accountId }: Scope,
  { evidenceId, contentType }: AwaitedScan,
): Promise<boolean> {
  const { rows } = await sql<{ evidenceId: number }>`
    insert into evidence_scan (account_id, evidence_id, response_id, content_type)
    select e.account_id, e.evidence_id, e.response_id, ${contentType}
    from evidence e
    where e.account_id = ${accountId} and e.evidence_id = ${evidenceId} and e.file_state <> 'DELETED'
    -- Whoever removes the file goes first.
    for share of e
    on conflict (account_id, evidence_id) do update set content_type = excluded.content_type
    returning evidence_id as "evidenceId"`.execute(tx)
  return rows.length > 0
}

/** Its sender is told which page is being read. */
export async function tellPage(
  tx: Tx,
  { accountId }: Scope,
  evidenceId: number,
  { page, pages }: { readonly page: number; readonly pages: number },
): Promise<void> {
  await tx
    .updateTable('evidence_scan')
    .set({ page, pages })
    .where('account_id', '=', accountId)
    .where('evidence_id', '=', evidenceId)
    .execute()
}

/** For the check of the answer, which need not read it again. A file that went meanwhile leaves nothing. */
export async function keepScan(
  tx: Tx,
  { accountId }: Scope,
  evidenceId: number,
  { engine, content, unreadablePages, codes }: PictureReading & { readonly engine: string },
): Promise<void> {
  await tx
    .updateTable('evidence_scan')
    .set({
      engine,
      content: content && gzipSync(JSON.stringify(content)),
      codes: JSON.stringify(codes),
      unreadable_pages: [...unreadablePages],
      read_at: sql<Date>`account_now(${accountId})`,
    })
    .where('account_id', '=', accountId)
    .where('evidence_id', '=', evidenceId)
    .execute()
}

/** What this engine read in a file while it was in a draft; undefined where it has not. */
export async function keptScan(
  tx: ReadTx,
  { accountId }: Scope,
  evidenceId: number,
  engine: string,
): Promise<Pick<PictureReading, 'content' | 'codes'> | undefined> {
  const row = await tx
    .selectFrom('evidence_scan')
    .select(['content', 'codes'])
    .where('account_id', '=', accountId)
    .where('evidence_id', '=', evidenceId)
    .where('engine', '=', engine)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { content } = row
  const codes = row.codes as unknown as PictureReading['codes']
  if (content === null) return { content, codes }
  return { content: JSON.parse(gunzipSync(content).toString('utf8')) as PictureReading['content'], codes }
}

/** The answer was checked: what is known of its pages stands in their readings. */
export async function dropScans(tx: Tx, { accountId }: Scope, responseId: number): Promise<void> {
  await tx
    .deleteFrom('evidence_scan')
    .where('account_id', '=', accountId)
    .where('response_id', '=', responseId)
    .execute()
}
