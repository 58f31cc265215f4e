import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { TestApp } from '../harness/index.ts'

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

export const givenSealRoot = (admin: pg.Pool, accountId: number, text: string): Promise<number> =>
  idOf(
    admin,
    `insert into seal_root (account_id, fingerprint, certificate, holder, issuer, is_authority, not_before,
       not_after, added_by_type, added_at)
     values ($1, $3, 'DER', $2, 'Root', true, now(), now(), 'USER', now()) returning root_id as id`,
    [accountId, text.slice(0, 600), randomBytes(32)],
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

export async function signIn(harness: TestApp, email: string, secret: string): Promise<string> {
  const answer = await harness.call('POST', '/auth/sign-in', { body: { email, password: secret } })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<{ accessToken: string }>().accessToken
}
