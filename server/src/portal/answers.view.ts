import { sql } from 'kysely'
import { tellableFindings, type DocumentType } from '../domain/evaluation/index.ts'
import { formTitles, type FormEntry } from '../domain/forms/index.ts'
import type { ReadTx } from '../platform/db/index.ts'
import { AppError, problemFromSlug, problemSentence, type Language } from '../platform/kernel/index.ts'
import type { AnswerState, PortalAnswer } from './portal.schema.ts'
import { ownResponseIds } from './requests.queries.ts'
import type { Visitor } from './visitor.ts'

type File = PortalAnswer['files'][number]

interface Row extends Omit<PortalAnswer, 'documentName' | 'state' | 'stateLabel' | 'form'> {
  name: Record<Language, string>
  state: string
  shared: boolean | null
  fields: DocumentType['fields']
  form: FormEntry[] | null
}

/** These answers, in their order. The ids have passed the portal's wall already. */
export async function answersById(
  tx: ReadTx,
  visitor: Visitor,
  responseIds: readonly number[],
  language: Language,
): Promise<PortalAnswer[]> {
  if (responseIds.length === 0) return []
  const { rows } = await sql<Row>`
    select r.response_id as "responseId", r.document_id as "documentId", v.definition -> 'name' as name, r.state,
      wire_time(r.created_at) as "startedAt", wire_time(r.submitted_at) as "sentAt",
      case when r.submitted_at is not null then
        case when r.submitted_by_type = 'CONTACT' and r.submitted_by = ${visitor.contactId}
          then 'ME' else 'COMPANY' end end as "sentBy",
      r.effective_date as "effectiveDate", r.expiration_date as "expirationDate", r.reason_shared as shared,
      wire_time(r.decided_at) as "decidedAt", last.comment as reason,
      case when r.state in ('DRAFT', 'PENDING') and r.check_outcome <> 'PASSED' then (
        select coalesce(jsonb_agg(jsonb_build_object('code', f ->> 'code', 'fileId', f -> 'evidenceId')), '[]')
        from check_result k, jsonb_array_elements(k.findings) f
        where k.account_id = r.account_id and k.response_id = r.response_id and k.attempt = r.check_attempt
          and (f ->> 'code' = any(${[...tellableFindings]}::text[]) or f ->> 'code' like 'UPLOAD\\_%'))
        else '[]' end as findings,
      v.definition -> 'fields' as fields, coalesce(parts.files, '[]') as files, parts.form
    from unnest(${[...responseIds]}::bigint[]) with ordinality wanted (id, place)
    join response r on r.account_id = ${visitor.accountId} and r.response_id = wanted.id
      and r.thirdparty_id = ${visitor.thirdpartyId}
    join document c on c.account_id = r.account_id and c.document_id = r.document_id
    join document_type_version v
      on v.account_id = c.account_id and v.code = c.code and v.type_version = c.type_version
    left join decision last on last.account_id = r.account_id and last.response_id = r.response_id
      and last.number = r.decision_number
    left join lateral (
      select jsonb_agg(jsonb_build_object('fileId', e.evidence_id, 'fileName', e.file_name,
          'fileSize', e.file_size, 'state', e.file_state, 'refusal', e.refusal,
          'uploadedAt', wire_time(e.upload_date)) order by e.position)
        filter (where e.kind = 'FILE' or (e.kind = 'FORM' and e.object_key is not null)) as files,
        (array_agg(e.formdata order by e.position) filter (where e.kind = 'FORM'))[1] as form
      from evidence e where e.account_id = r.account_id and e.response_id = r.response_id
        and e.file_state <> 'DELETED') parts on true
    order by wanted.place`.execute(tx)
  return rows.map((row) => answerView(row, language))
}

function answerView({ name, shared, fields, ...row }: Row, language: Language): PortalAnswer {
  const state = answerState(row.state, shared === true)
  const isTold = state === 'ACCEPTED' || state === 'REJECTED'
  return {
    ...row,
    documentName: name[language],
    state,
    stateLabel: stateLabels[state][language],
    // Of an answer turned down without telling, not even the moment shows.
    decidedAt: isTold ? row.decidedAt : null,
    reason: state === 'REJECTED' ? row.reason : null,
    files: row.files.map((file) => ({ ...file, refusal: refusalOf(file, language) })),
    form: row.form && formTitles(fields, row.form, language),
  }
}

function answerState(state: string, shared: boolean): AnswerState {
  switch (state) {
    case 'DRAFT':
    case 'ACCEPTED':
    case 'EXPIRED':
      return state
    case 'DENIED':
      return shared ? 'REJECTED' : 'IN_REVIEW'
    case 'SUPERSEDED':
      return 'REPLACED'
    case 'INTERRUPTED':
      return 'WITHDRAWN'
    default:
      return 'IN_REVIEW'
  }
}

const stateLabels: Record<AnswerState, Record<Language, string>> = {
  DRAFT: { fr: 'Brouillon', en: 'Draft' },
  IN_REVIEW: { fr: 'En cours d’examen', en: 'Under review' },
  ACCEPTED: { fr: 'Acceptée', en: 'Accepted' },
  REJECTED: { fr: 'Refusée', en: 'Turned down' },
  EXPIRED: { fr: 'Expirée', en: 'Expired' },
  REPLACED: { fr: 'Remplacée', en: 'Replaced' },
  WITHDRAWN: { fr: 'Retirée', en: 'Withdrawn' },
}

const infected: Record<Language, string> = {
  fr: 'L’antivirus a refusé ce fichier. Envoyez-en un autre.',
  en: 'The virus scanner refused this file. Send another one.',
}

/** What the checks refuse bears the code of a problem, whose sentence says what to do. */
function refusalOf({ state, refusal }: File, language: Language): string | null {
  if (state !== 'REFUSED' && state !== 'INFECTED') return null
  const code = problemFromSlug((refusal ?? '').toLowerCase().replaceAll('_', '-'))
  return code === null ? infected[language] : problemSentence(code, language)
}

export async function answersOf(
  tx: ReadTx,
  visitor: Visitor,
  documentId: number,
  language: Language,
): Promise<PortalAnswer[]> {
  const ids = await ownResponseIds(tx, visitor, { documentId, limit: 100 })
  return answersById(tx, visitor, ids, language)
}

export async function oneAnswer(
  tx: ReadTx,
  visitor: Visitor,
  responseId: number,
  language: Language,
): Promise<PortalAnswer> {
  const ids = await ownResponseIds(tx, visitor, { responseId, limit: 1 })
  const [found] = await answersById(tx, visitor, ids, language)
  if (!found) throw new AppError('RESPONSE_NOT_FOUND', { responseId })
  return found
}
