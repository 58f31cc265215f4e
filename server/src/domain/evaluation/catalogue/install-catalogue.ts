import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Tx } from '../../../platform/db/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { loadShippedCatalogue } from './shipped-catalogue.ts'

/**
 * Writes the shipped types and rules that the database does not know yet, and gives each account those it lacks. Run as
 * the owner, when the schema is brought up to date: a new version of the product may ship new types.
 */
export async function installCatalogue(pool: Pool): Promise<void> {
  const { documentTypes, dossierTypes, rules, rulesVersion } = loadShippedCatalogue()
  const types = [
    ...[...documentTypes.values()].map((definition) => ({ kind: 'DOCUMENT', definition })),
    ...[...dossierTypes.values()].map((definition) => ({ kind: 'DOSSIER', definition })),
    ...rules.map((rule) => ({ kind: 'RULE', definition: { ...rule, version: rulesVersion } })),
  ]
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `select set_config('search_path', 'vigie', true), set_config('app.directory', 'on', true)`,
    )
    await client.query(
      `insert into shipped_type (kind, code, shipped_version, definition)
       select t ->> 'kind', t -> 'definition' ->> 'code', (t -> 'definition' ->> 'version')::int, t -> 'definition'
       from jsonb_array_elements($1::jsonb) t on conflict do nothing`,
      [JSON.stringify(types)],
    )
    // An account that is being deleted has lost some of its types already, and needs none.
    await client.query(
      `select catalogue_seed(a.account_id), rule_seed(a.account_id) from account a where not exists (
         select from account_standing s where s.account_id = a.account_id and s.deleting_at is not null)`,
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Gives an account the newest shipped types it does not have. */
export async function seedCatalogue(tx: Tx, { accountId }: Pick<Scope, 'accountId'>): Promise<void> {
  await sql`select catalogue_seed(${accountId})`.execute(tx)
}
