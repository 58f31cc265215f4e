import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'

const idOf = async (admin: pg.Pool, statement: string, values: readonly unknown[]): Promise<number> => {
  const { rows } = await admin.query<{ id: string }>(statement, [...values])
  return Number(rows[0]?.id)
}

export const givenProvisioningToken = (admin: pg.Pool, accountId: number, text: string): Promise<number> =>
  idOf(
    admin,
    `insert into provisioning_token (account_id, name, token_hash) values ($1, $2, $3) returning token_id as id`,
    [accountId, text, randomBytes(32)],
  )

export const givenDirectoryGroup = (admin: pg.Pool, accountId: number, text: string): Promise<number> =>
  idOf(
    admin,
    `insert into directory_group (account_id, display_name) values ($1, $2) returning group_id as id`,
    [accountId, `${text} ${randomUUID()}`],
  )

export const givenOwnList = (admin: pg.Pool, accountId: number, text: string): Promise<number> =>
  idOf(
    admin,
    `insert into watchlist (owner_account_id, source, list_class, name)
     values ($1, 'OWN', 'OWN', $2) returning list_id as id`,
    // Each its own: some delete it.
    [accountId, `${text.slice(0, 160)} ${randomUUID()}`],
  )

/** One that waits: whoever asks for another is told so, and nobody can download it yet. */
export const givenExport = (admin: pg.Pool, accountId: number): Promise<number> =>
  idOf(
    admin,
    `insert into account_export as e (account_id, asked_by_type) values ($1, 'OPERATOR')
     on conflict (account_id) where state in ('WAITING', 'RUNNING') do update set parts_done = e.parts_done
     returning export_id as id`,
    [accountId],
  )
