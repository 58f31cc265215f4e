import { sql, type RawBuilder } from 'kysely'
import type { Answerer, DocumentType } from '../catalogue/catalogue.schema.ts'

/** Days before its end an accepted answer is asked for anew, where the type of its dossier says nothing else. */
export const renewalDays = 30

/** By what name a query knows the table of documents. */
type DocumentAlias = 'c' | 'd' | 'm' | 'o' | 'w' | 'other' | 'elsewhere'

const renewalRequest = (document: DocumentAlias) => sql`
  response renewing where renewing.account_id = ${sql.raw(document)}.account_id
    and renewing.document_id = ${sql.raw(document)}.document_id and renewing.state = 'ACCEPTED'
    and renewing.renewal_due_date = renewing.expiration_date`

/** The request to renew the answer in force, as it goes over the wire; null when there is none. */
export const renewalJson = (document: DocumentAlias): RawBuilder<unknown> => sql`(
  select jsonb_build_object('requestedOn', (renewing.renewal_requested_at at time zone 'UTC')::date,
    'dueDate', renewing.renewal_due_date) from ${renewalRequest(document)})`

/** A condition: the answer in force has been asked for anew. */
export const isRenewing = (document: DocumentAlias): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${renewalRequest(document)})`

/**
 * A condition: it has, and the third party has sent nothing yet, or was told to send it again. What was turned down
 * without telling it counts as sent: asking again would tell.
 */
export const renewalAwaited = (document: DocumentAlias): RawBuilder<boolean> => sql<boolean>`(
  ${isRenewing(document)} and not exists (
    select from response sent where sent.account_id = ${sql.raw(document)}.account_id
      and sent.document_id = ${sql.raw(document)}.document_id and (sent.state in ('CHECKING', 'PENDING')
        or sent.state = 'DENIED' and not sent.reason_shared and not exists (
          select from response told where told.account_id = sent.account_id
            and told.document_id = sent.document_id and told.response_id > sent.response_id
            and (told.state = 'ACCEPTED' or told.state = 'DENIED' and told.reason_shared)))))`

export function answererOf({ answeredBy = 'THIRD_PARTY' }: Pick<DocumentType, 'answeredBy'>): Answerer {
  return answeredBy
}

/** Conditions on the present version of the type, `outside`, and on that it was asked with, `asked`. */
const isOfType = (document: DocumentAlias, holds: RawBuilder<unknown>): RawBuilder<boolean> => {
  const c = sql.raw(document)
  return sql<boolean>`exists (
    select from document_type outside
    join document_type_version asked on asked.account_id = outside.account_id and asked.code = outside.code
    where outside.account_id = ${c}.account_id and outside.code = ${c}.code
      and asked.type_version = ${c}.type_version and ${holds})`
}

const isOutside = sql`outside.answered_by = 'THIRD_PARTY' and asked.answered_by = 'THIRD_PARTY'`

/**
 * A condition: the third party is asked for this document and may see it. The version it was asked with and the present
 * one must both say so: keeping a piece inside counts at once, and letting it out uncovers nothing asked before. What
 * the service finds out about the third party is never shown to it.
 */
export const isRequestedFromSupplier = (document: DocumentAlias): RawBuilder<boolean> =>
  isOfType(document, sql`${isOutside} and outside.kind <> 'CHECK' and asked.kind <> 'CHECK'`)

/** A condition: the service answers it. */
export const isCheck = (document: DocumentAlias): RawBuilder<boolean> =>
  isOfType(document, sql`(outside.kind = 'CHECK' or asked.kind = 'CHECK')`)

/** Who answers this document, as it goes over the wire. */
export const answeredBy = (document: DocumentAlias): RawBuilder<Answerer> =>
  sql<Answerer>`case when ${isOfType(document, isOutside)} then 'THIRD_PARTY' else 'ACCOUNT' end`

/** A condition: of its group there is another document, named `other`, for which this holds. */
const replacedBy = (document: DocumentAlias, holds: RawBuilder<unknown>): RawBuilder<boolean> => {
  const c = sql.raw(document)
  return sql<boolean>`(${c}.alternative_group is not null and exists (
    select from document other where other.account_id = ${c}.account_id and other.dossier_id = ${c}.dossier_id
      and other.alternative_group = ${c}.alternative_group and other.stopped_at is null
      and other.document_id <> ${c}.document_id and (${holds})))`
}

/** A condition: another document of its group is answered, or its answer under review, so nobody waits for this one. */
export const isReplaced = (document: DocumentAlias): RawBuilder<boolean> =>
  replacedBy(document, sql`other.status in ('VALID', 'ONGOING', 'BELOW_EXPECTATION')`)

// What a third party may know of its documents. Portal and mails both follow these, so that neither asks for what the
// other calls settled, and none tells by asking that something was turned down in silence.

const submitted = sql`('CHECKING', 'PENDING', 'ACCEPTED', 'DENIED', 'EXPIRED')`

/** The answer whose rejection was told and still counts; null when there is none. */
export const sharedRejection = (document: DocumentAlias): RawBuilder<number | null> => {
  const c = sql.raw(document)
  return sql<number | null>`(
    select told.response_id from response told
    where told.account_id = ${c}.account_id and told.document_id = ${c}.document_id and told.state = 'DENIED'
      and told.reason_shared and not exists (
        select from response later where later.account_id = told.account_id
          and later.document_id = told.document_id and later.response_id > told.response_id
          and (later.state = 'ACCEPTED' or later.state = 'DENIED' and not later.reason_shared))
    order by told.response_id desc limit 1)`
}

/** A condition: invalid because of a forgery that its sender was not told of, to whom it looks under review. */
const isUnsharedRejection = (document: DocumentAlias) =>
  sql`(${sql.raw(document)}.status_reason = 'FRAUD' and ${sharedRejection(document)} is null)`

/**
 * The answer with the same piece that was sent for another dossier since anything was sent for this one, and is under
 * review as far as the third party knows: what is accepted there answers this request too. One that was turned down
 * without telling looks the same; one that the checks sent back is awaited anew. Null when there is none.
 */
export const sentElsewhere = (document: DocumentAlias): RawBuilder<number | null> => {
  const c = sql.raw(document)
  return sql<number | null>`(
    select last.response_id from (
      select r.response_id, r.state, r.reason_shared, elsewhere.status_reason
      from document elsewhere
      join dossier open on open.account_id = elsewhere.account_id and open.dossier_id = elsewhere.dossier_id
        and open.archived_at is null
      join response r on r.account_id = elsewhere.account_id and r.document_id = elsewhere.document_id
        and r.transmitter = 'FOURNISSEUR' and r.scope = 'THIRD_PARTY' and r.state in ${submitted}
      where elsewhere.account_id = ${c}.account_id and elsewhere.thirdparty_id = ${c}.thirdparty_id
        and elsewhere.code = ${c}.code and elsewhere.document_id <> ${c}.document_id
        and elsewhere.stopped_at is null and ${isRequestedFromSupplier('elsewhere')}
        and not exists (select from response own where own.account_id = ${c}.account_id
          and own.document_id = ${c}.document_id and own.state in ${submitted}
          and own.response_id > r.response_id)
      order by r.response_id desc limit 1) last
    where last.state in ('CHECKING', 'PENDING') and last.status_reason <> 'CHECK_FAILED'
      or last.state = 'DENIED' and not last.reason_shared)`
}

/**
 * A condition: nobody waits for it since another document of its group was answered, which may be an internal one. What
 * is valid and to be renewed is replaced only by what lasts longer, or by what is under review. A check never replaces
 * anything here: by no longer doing so it would tell what it has found.
 */
export const isReplacedOutside = (document: DocumentAlias): RawBuilder<boolean> => {
  const c = sql.raw(document)
  return replacedBy(
    document,
    sql`not ${isCheck('other')} and (other.status = 'ONGOING' or other.status_reason = 'REJECTED_INSIDE' or ${isUnsharedRejection('other')}
      or other.status in ('VALID', 'BELOW_EXPECTATION') and (${c}.status <> 'VALID'
        or coalesce(other.expiration_date, 'infinity') > ${c}.expiration_date
        or ${isRenewing('other')} and not ${renewalAwaited('other')})
      or ${sentElsewhere('other')} is not null)`,
  )
}

/** A condition: it is for the third party to send it now. */
export const isAwaited = (document: DocumentAlias): RawBuilder<boolean> => {
  const c = sql.raw(document)
  return sql<boolean>`(
    (${c}.status in ('MISSING', 'ACTION_REQUIRED', 'INVALID') or ${c}.status = 'VALID' and ${renewalAwaited(document)})
    and not ${isUnsharedRejection(document)} and not ${isReplacedOutside(document)}
    and ${sentElsewhere(document)} is null)`
}

/** When the checks of an answer last called its bank details a change; null if they never did. */
export const bankChangeSaidAt = (
  accountId: RawBuilder<unknown>,
  responseId: RawBuilder<unknown>,
): RawBuilder<Date | null> => sql`(select max(said.concluded_at) from check_result said
  where said.account_id = ${accountId} and said.response_id = ${responseId}
    and said.findings @> '[{"code": "BANK_ACCOUNT_CHANGED"}]')`
