import { sql, type RawBuilder } from 'kysely'
import {
  isRequestedFromSupplier,
  isReplacedOutside,
  renewalAwaited,
  sentElsewhere,
  sharedRejection,
  type DocumentKind,
  type DocumentType,
} from '../domain/evaluation/index.ts'
import { AppError, type Theme } from '../platform/kernel/index.ts'
import type { ReadTx } from '../platform/db/index.ts'
import type { Visitor } from './visitor.ts'

type InBoth = Record<'fr' | 'en', string>

export interface RequestRow {
  documentId: number
  dossierId: number
  code: string
  typeVersion: number
  name: InBoth
  purpose: InBoth
  legalBasis: InBoth
  theme: Theme
  kind: DocumentKind
  required: boolean
  alternativeGroup: string | null
  requestedAt: string
  dueDate: string | null
  late: boolean
  reason: string
  expirationDate: string | null
  dossierName: InBoth
  dossierDueDate: string | null
  draftSince: string | null
  /** Another piece of its group was given, perhaps one that only the account sees. */
  replaced: boolean
  /** The answer under review for another dossier that will count here too. */
  sentElsewhere: number | null
  rejection: { at: string; reason: string | null } | null
}

/**
 * The wall of the portal: this account, this third party, these themes. What the service answers itself is hidden, and
 * what the account does.
 */
function visible({ accountId, thirdpartyId, themes }: Visitor): RawBuilder<unknown> {
  return sql`c.account_id = ${accountId} and c.thirdparty_id = ${thirdpartyId}
    and v.definition ->> 'kind' <> 'CHECK' and ${isRequestedFromSupplier('c')}
    and (${themes.length} = 0 or v.definition ->> 'theme' = any(${[...themes]}::text[]))`
}

const typeOf = sql`join document_type_version v
  on v.account_id = c.account_id and v.code = c.code and v.type_version = c.type_version`
const openDossier = sql`join dossier d on d.account_id = c.account_id and d.dossier_id = c.dossier_id
  and d.archived_at is null`

// Valid still, and asked for anew before it ends.
const toRenew = sql`(c.status = 'VALID' and ${renewalAwaited('c')} and not ${isReplacedOutside('c')})`
const due = sql`case when c.status_reason in ('EXPIRED', 'GRACE_OVER') or ${toRenew}
  then c.expiration_date else c.due_date end`

/** What is asked of the company, the oldest dossier first; one document or all. */
export async function requestRows(
  tx: ReadTx,
  visitor: Visitor,
  documentId: number | null = null,
): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select c.document_id as "documentId", c.dossier_id as "dossierId", c.code, c.type_version as "typeVersion",
      v.definition -> 'name' as name, v.definition -> 'purpose' as purpose,
      v.definition -> 'legalBasis' as "legalBasis", v.definition ->> 'theme' as theme,
      v.definition ->> 'kind' as kind, c.required, c.alternative_group as "alternativeGroup",
      wire_time(c.request_date) as "requestedAt",
      ${due} as "dueDate", coalesce(${due} < (account_now(c.account_id) at time zone 'UTC')::date, false) as late,
      case when ${toRenew} then 'RENEWAL' else c.status_reason end as reason,
      c.expiration_date as "expirationDate",
      dv.definition -> 'label' as "dossierName", d.due_date as "dossierDueDate",
      wire_time(own.created_at) as "draftSince", ${isReplacedOutside('c')} as replaced,
      ${sentElsewhere('c')} as "sentElsewhere",
      case when denied.response_id is not null then jsonb_build_object(
        'at', wire_time(denied.decided_at), 'reason', said.comment) end as rejection
    from document c
    ${openDossier}
    ${typeOf}
    join dossier_type_version dv
      on dv.account_id = d.account_id and dv.code = d.type_code and dv.type_version = d.type_version
    left join response own on own.account_id = c.account_id and own.document_id = c.document_id
      and own.state = 'DRAFT' and own.transmitter = 'FOURNISSEUR'
    left join response denied on denied.account_id = c.account_id
      and denied.response_id = ${sharedRejection('c')}
    left join decision said on said.account_id = denied.account_id and said.response_id = denied.response_id
      and said.number = denied.decision_number
    where ${visible(visitor)} and c.stopped_at is null
      and (${documentId}::bigint is null or c.document_id = ${documentId})
    order by c.dossier_id, c.document_id`.execute(tx)
  return rows
}

export interface Request {
  readonly documentId: number
  readonly dossierId: number
  readonly type: DocumentType
}

/** One request this visitor may answer now; anything else is not there. */
export async function requireRequest(tx: ReadTx, visitor: Visitor, documentId: number): Promise<Request> {
  const { rows } = await sql<Request>`
    select c.document_id as "documentId", c.dossier_id as "dossierId", v.definition as type
    from document c
    ${openDossier}
    ${typeOf}
    where ${visible(visitor)} and c.stopped_at is null and c.document_id = ${documentId}`.execute(tx)
  const [found] = rows
  if (!found) throw new AppError('DOCUMENT_NOT_FOUND', { documentId })
  return found
}

/** When and for what the answer was sent that will count here too. */
export async function otherSending(
  tx: ReadTx,
  visitor: Visitor,
  responseId: number,
): Promise<{ sentAt: string; dossierName: InBoth } | null> {
  const { rows } = await sql<{ sentAt: string; dossierName: InBoth }>`
    select wire_time(r.submitted_at) as "sentAt", dv.definition -> 'label' as "dossierName"
    from response r
    join document c on c.account_id = r.account_id and c.document_id = r.document_id
    ${openDossier}
    ${typeOf}
    join dossier_type_version dv
      on dv.account_id = d.account_id and dv.code = d.type_code and dv.type_version = d.type_version
    where ${visible(visitor)} and r.account_id = ${visitor.accountId} and r.response_id = ${responseId}`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Its own answer in one of these states: the one draft, or the one under way. */
export async function ownResponse(
  tx: ReadTx,
  visitor: Visitor,
  documentId: number,
  states: readonly string[],
): Promise<number | null> {
  const row = await tx
    .selectFrom('response')
    .select('response_id')
    .where('account_id', '=', visitor.accountId)
    .where('thirdparty_id', '=', visitor.thirdpartyId)
    .where('document_id', '=', documentId)
    .where('transmitter', '=', 'FOURNISSEUR')
    .where((response) => response('state', '=', response.fn.any(response.val([...states]))))
    .orderBy('response_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.response_id ?? null
}

export interface AnswersAsked {
  readonly documentId?: number | undefined
  readonly responseId?: number | undefined
  readonly before?: number | undefined
  readonly limit: number
}

/** Answers the company gave, the newest first; those of dossiers that are closed too. */
export async function ownResponseIds(tx: ReadTx, visitor: Visitor, query: AnswersAsked): Promise<number[]> {
  const { documentId = null, responseId = null, before = null, limit } = query
  const { rows } = await sql<{ id: number }>`
    select r.response_id as id from response r
    join document c on c.account_id = r.account_id and c.document_id = r.document_id
    ${typeOf}
    where ${visible(visitor)} and r.thirdparty_id = ${visitor.thirdpartyId}
      and r.transmitter = 'FOURNISSEUR' and r.state <> 'DELETED'
      and (${documentId}::bigint is null or r.document_id = ${documentId})
      and (${responseId}::bigint is null or r.response_id = ${responseId})
      and (${before}::bigint is null or r.response_id < ${before})
    order by r.response_id desc limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whether the file is part of an answer the company gave, in the visitor's themes. */
export async function requireOwnFile(tx: ReadTx, visitor: Visitor, fileId: number): Promise<void> {
  const { rows } = await sql`
    select from evidence e
    join response r on r.account_id = e.account_id and r.response_id = e.response_id
      and r.thirdparty_id = ${visitor.thirdpartyId} and r.transmitter = 'FOURNISSEUR' and r.state <> 'DELETED'
    join document c on c.account_id = e.account_id and c.document_id = e.document_id
    ${typeOf}
    where ${visible(visitor)} and e.account_id = ${visitor.accountId} and e.evidence_id = ${fileId}
      and e.kind <> 'REPORT'`.execute(tx)
  if (rows.length === 0) throw new AppError('FILE_NOT_FOUND', { fileId })
}
