import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { Language, Scope } from '../../../platform/kernel/index.ts'
import type { FormEntry } from '../../forms/index.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import type { Transmitter } from '../status/response-states.ts'

/** A filled form whose PDF is still to be made, with all that is printed around its answers. */
export interface UnprintedForm {
  readonly evidenceId: number
  readonly responseId: number
  readonly documentId: number
  readonly dossierId: number
  readonly thirdpartyId: number
  readonly formdata: FormEntry[]
  readonly language: Language
  readonly transmitter: Transmitter
  readonly effectiveDate: string | null
  readonly expirationDate: string | null
  readonly submittedAt: Date
  readonly author: string | null
  readonly accountName: string
  readonly type: DocumentType
  readonly dossierLabel: string
  readonly dossierReference: string | null
  readonly thirdPartyName: string | null
  readonly identifiers: readonly { readonly label: string; readonly value: string }[]
}

/** Forms of an answer that was sent; those of a draft may still change. */
export async function unprintedForms(tx: ReadTx, scope: Scope, responseId: number): Promise<UnprintedForm[]> {
  const { rows } = await sql<UnprintedForm>`
    select e.evidence_id as "evidenceId", r.response_id as "responseId", r.document_id as "documentId",
      r.dossier_id as "dossierId", r.thirdparty_id as "thirdpartyId", e.formdata, r.language, r.transmitter,
      r.effective_date as "effectiveDate", r.expiration_date as "expirationDate",
      r.submitted_at as "submittedAt", a.name as "accountName", v.definition as type,
      dv.definition -> 'label' ->> r.language as "dossierLabel", d.reference as "dossierReference",
      t.name as "thirdPartyName",
      coalesce((select jsonb_agg(jsonb_build_object('label', i.label, 'value', i.value) order by i.place)
        from (values (1, 'SIREN', t.siren), (2, 'SIRET', t.siret),
          (3, case r.language when 'fr' then 'TVA' else 'VAT' end, t.vat_number), (4, 'DUNS', t.duns),
          -- In France the local number is the SIREN, which is there already.
          (5, 'LEI', t.lei), (6, 'ID', nullif(t.local_id, t.siren))) i (place, label, value)
        where i.value is not null), '[]') as identifiers,
      case r.submitted_by_type
        when 'USER' then (select u.name from app_user u where u.user_id = r.submitted_by)
        when 'API_CLIENT' then (select k.name from api_client k
          where k.account_id = r.account_id and k.api_client_id = r.submitted_by)
        when 'CONTACT' then (select nullif(concat_ws(' ', c.first_name, c.last_name), '') from contact c
          where c.account_id = r.account_id and c.contact_id = r.submitted_by) end as author
    from response r
    join evidence e on e.account_id = r.account_id and e.response_id = r.response_id and e.kind = 'FORM'
      and e.object_key is null and e.formdata is not null and e.file_state = 'PENDING'
    join account a on a.account_id = r.account_id
    join dossier d on d.account_id = r.account_id and d.dossier_id = r.dossier_id
    join dossier_type_version dv
      on dv.account_id = d.account_id and dv.code = d.type_code and dv.type_version = d.type_version
    join document c on c.account_id = r.account_id and c.document_id = r.document_id
    join document_type_version v
      on v.account_id = c.account_id and v.code = c.code and v.type_version = c.type_version
    join thirdparty t on t.account_id = r.account_id and t.thirdparty_id = r.thirdparty_id
    where r.account_id = ${scope.accountId} and r.response_id = ${responseId}
      and r.state in ('CHECKING', 'PENDING', 'ACCEPTED', 'DENIED', 'EXPIRED', 'SUPERSEDED')`.execute(tx)
  return rows
}
