import type { Identifier } from '@vigie/matching'
import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { AccountScope } from '../../platform/kernel/index.ts'
import type { CompanyFacts } from './name-subjects.ts'

type FactsRow = Omit<CompanyFacts, 'identifiers'> & {
  siren: string | null
  siret: string | null
  vatNumber: string | null
  duns: string | null
  lei: string | null
  localId: string | null
}

/**
 * Of these companies, archived ones left out: what names somebody to screen. From each answer to its form, never the
 * other way round: right after an import the database knows nothing of its new rows, and would read every form of the
 * account for each company.
 */
export async function subjectFacts(
  tx: ReadTx,
  { accountId }: AccountScope,
  { thirdpartyIds, contacts }: { thirdpartyIds: readonly number[]; contacts: boolean },
): Promise<CompanyFacts[]> {
  const { rows } = await sql<FactsRow>`
    select t.thirdparty_id as "thirdpartyId", t.name, t.trade_name as "tradeName", t.country_code as "countryCode",
      t.siren, t.siret, t.vat_number as "vatNumber", t.duns, t.lei, t.local_id as "localId", t.executives,
      coalesce((
        select jsonb_agg(e.formdata order by e.evidence_id) from response r
        cross join lateral (
          select f.evidence_id, f.formdata from evidence f
          where f.account_id = r.account_id and f.response_id = r.response_id and f.kind = 'FORM'
            and f.formdata is not null offset 0) e
        where r.account_id = t.account_id and r.thirdparty_id = t.thirdparty_id and r.state = 'ACCEPTED'
          and (select y.kind from document c
            join document_type y on y.account_id = c.account_id and y.code = c.code
            where c.account_id = r.account_id and c.document_id = r.document_id) <> 'CHECK'), '[]') as forms,
      coalesce((
        select jsonb_agg(concat_ws(' ', k.first_name, k.last_name) order by k.contact_id) from contact k
        where ${contacts} and k.account_id = t.account_id and k.thirdparty_id = t.thirdparty_id
          and k.deleted_at is null), '[]') as contacts
    from thirdparty t
    where t.account_id = ${accountId} and t.thirdparty_id = any(${[...thirdpartyIds]}::bigint[])
      and t.archived_at is null
    order by t.thirdparty_id`.execute(tx)
  return rows.map(({ siren, siret, vatNumber, duns, lei, localId, ...facts }) => ({
    ...facts,
    identifiers: [
      ...identifier('SIREN', siren),
      ...identifier('SIRET', siret),
      ...identifier('VAT', vatNumber),
      ...identifier('DUNS', duns),
      ...identifier('LEI', lei),
      ...identifier('REGISTRATION', localId, facts.countryCode),
    ],
  }))
}

function identifier(type: string, value: string | null, country: string | null = null): Identifier[] {
  return value === null ? [] : [{ type, value, ...(country === null ? {} : { country }) }]
}
