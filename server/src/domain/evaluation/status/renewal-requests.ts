import { sql, type RawBuilder } from 'kysely'

/** Days before its end an accepted answer is asked for anew, where the type of its dossier says nothing else. */
export const renewalDays = 30

/** By what name a query knows the table of documents. */
export type DocumentAlias = 'c' | 'd' | 'm' | 'o' | 'w' | 'other' | 'elsewhere'

const requested = (document: DocumentAlias) => sql`
  response renewing where renewing.account_id = ${sql.raw(document)}.account_id
    and renewing.document_id = ${sql.raw(document)}.document_id and renewing.state = 'ACCEPTED'
    and renewing.renewal_due_date = renewing.expiration_date`

/** The request to renew the answer in force, as it goes over the wire; null when there is none. */
export const renewalJson = (document: DocumentAlias): RawBuilder<unknown> => sql`(
  select jsonb_build_object('requestedOn', (renewing.renewal_requested_at at time zone 'UTC')::date,
    'dueDate', renewing.renewal_due_date) from ${requested(document)})`

/** A condition: the answer in force has been asked for anew. */
export const isRenewing = (document: DocumentAlias): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${requested(document)})`

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
