import { sql } from 'kysely'
import type { TestApp } from '../harness/index.ts'
import { wholeAccount } from '../../src/platform/kernel/index.ts'

/** A sandbox with so many companies, each with a person to write to and a dossier that asks for something. */
export async function manyContacts(t: TestApp, count: number): Promise<number> {
  const office = await t.given.office('SANDBOX')
  const { accountId } = office
  const { thirdpartyId } = await t.given.thirdParty(office)
  const { dossierId } = await t.given.dossier(office, thirdpartyId)
  await t.db.write(wholeAccount(accountId), (tx) =>
    sql`with made as (
        insert into thirdparty (account_id, identifier_code, identifier_value, source, identity_status, name,
          country_code, created_at, updated_at, wire)
        select ${accountId}, 'CIT003', 'T' || n, 'UNMANAGED', 'COMPLETE', 'Company ' || n, 'GB', now(), now(), ''
        from generate_series(1, ${count}::int) n returning thirdparty_id),
      opened as (
        insert into dossier (account_id, thirdparty_id, type_code, type_version, origin, status_since, created_at,
          updated_at)
        select ${accountId}, made.thirdparty_id, d.type_code, d.type_version, 'RULE', now(), now(), now()
        from made, dossier d where d.account_id = ${accountId} and d.dossier_id = ${dossierId}
        returning thirdparty_id, dossier_id),
      asked as (
        insert into document (account_id, dossier_id, thirdparty_id, code, type_version, required, request_date,
          status, status_since, updated_at)
        select ${accountId}, opened.dossier_id, opened.thirdparty_id, c.code, c.type_version, true, now(), 'MISSING',
          now(), now()
        from opened, document c
        where c.account_id = ${accountId} and c.dossier_id = ${dossierId} and c.code in ('NDA', 'UBO'))
      insert into contact (account_id, thirdparty_id, email, created_at, updated_at)
      select ${accountId}, thirdparty_id, 'person' || thirdparty_id || '@supplier.example', now(), now()
      from made`.execute(tx),
  )
  return accountId
}
