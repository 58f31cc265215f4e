import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope, Theme } from '../../platform/kernel/index.ts'
import { externalValues } from './external-values.ts'
import {
  isLater,
  type AnswerFacts,
  type DocumentFacts,
  type FindingFacts,
  type HitFacts,
  type OverdueFacts,
  type ThirdPartyFacts,
} from './facts.ts'

type Company = Omit<
  ThirdPartyFacts,
  'today' | 'openDossierIds' | 'documents' | 'external' | 'hits' | 'findings' | 'overdue'
>

interface Collected {
  today: string
  companies: Company[]
  dossiers: { dossierId: number; thirdpartyId: number }[]
  documents: (Omit<DocumentFacts, 'theme' | 'answer'> & { thirdpartyId: number })[]
  answers: (AnswerFacts & { documentId: number })[]
  themes: Record<string, Theme>
  hits: (HitFacts & { thirdpartyId: number })[]
  findings: (FindingFacts & { thirdpartyId: number })[]
  overdue: (OverdueFacts & { thirdpartyId: number })[]
}

/**
 * All that indicators follow from, for many third parties at once. The parts are put together here: right after an
 * import the planner knows nothing of the tables, and would compare each row of one with each of another.
 */
export async function collectFacts(
  tx: ReadTx,
  scope: Scope,
  thirdpartyIds: readonly number[],
): Promise<ThirdPartyFacts[]> {
  const found = await collect(tx, scope, thirdpartyIds)
  const external = await externalValues(tx, scope, thirdpartyIds)
  const open = new Map(found.dossiers.map(({ dossierId, thirdpartyId }) => [dossierId, thirdpartyId]))
  const answers = newestByDocument(found.answers)
  const documents = groupBy(
    found.documents.filter(({ dossierId }) => open.has(dossierId)),
    ({ thirdpartyId }) => thirdpartyId,
  )
  const hits = groupBy(found.hits, ({ thirdpartyId }) => thirdpartyId)
  const findings = groupBy(found.findings, ({ thirdpartyId }) => thirdpartyId)
  const overdue = groupBy(found.overdue, ({ thirdpartyId }) => thirdpartyId)
  const dossiers = groupBy(found.dossiers, ({ thirdpartyId }) => thirdpartyId)
  return found.companies.map((company) => ({
    ...company,
    today: found.today,
    openDossierIds: (dossiers.get(company.thirdpartyId) ?? []).map(({ dossierId }) => dossierId),
    documents: (documents.get(company.thirdpartyId) ?? []).flatMap(({ thirdpartyId: _of, ...document }) => {
      const theme = found.themes[document.code]
      return theme ? [{ ...document, theme, answer: answers.get(document.documentId) ?? null }] : []
    }),
    external: external.get(company.thirdpartyId) ?? [],
    hits: (hits.get(company.thirdpartyId) ?? []).map(({ thirdpartyId: _of, ...hit }) => hit),
    findings: (findings.get(company.thirdpartyId) ?? []).map(({ thirdpartyId: _of, ...finding }) => finding),
    overdue: (overdue.get(company.thirdpartyId) ?? []).map(({ thirdpartyId: _of, ...late }) => late),
  }))
}

async function collect(
  tx: ReadTx,
  { accountId }: Scope,
  thirdpartyIds: readonly number[],
): Promise<Collected> {
  const ofThese = sql`account_id = ${accountId} and thirdparty_id = any(${[...thirdpartyIds]}::bigint[])`
  const { rows } = await sql<Collected>`
    select (account_now(${accountId}) at time zone 'UTC')::date::text as today,
      (select coalesce(json_agg(json_build_object('thirdpartyId', thirdparty_id, 'status', status,
         'statusDetail', status_detail, 'statusSince', status_since, 'creationDate', creation_date,
         'isIdentified', identity_status = 'COMPLETE') order by thirdparty_id), '[]')
       from thirdparty where ${ofThese}) as companies,
      (select coalesce(json_agg(json_build_object('dossierId', dossier_id, 'thirdpartyId', thirdparty_id)
         order by dossier_id), '[]')
       from dossier where ${ofThese} and archived_at is null) as dossiers,
      (select coalesce(json_agg(json_build_object('thirdpartyId', thirdparty_id, 'dossierId', dossier_id,
         'documentId', document_id, 'code', code, 'required', required, 'alternativeGroup', alternative_group,
         'status', status, 'reason', status_reason, 'since', (status_since at time zone 'UTC')::date,
         'expirationDate', expiration_date) order by document_id), '[]')
       from document where ${ofThese} and stopped_at is null) as documents,
      (select coalesce(json_agg(json_build_object('documentId', document_id, 'responseId', response_id,
         -- What a check measured counts as the value of its provider.
         'isAccepted', state = 'ACCEPTED', 'score', case when fingerprint is null then score end, 'effectiveDate', effective_date,
         'expirationDate', expiration_date)), '[]')
       from response where ${ofThese} and state in ('ACCEPTED', 'EXPIRED')) as answers,
      (select coalesce(json_object_agg(code, theme), '{}')
       from document_type where account_id = ${accountId}) as themes,
      (select coalesce(json_agg(json_build_object('thirdpartyId', h.thirdparty_id, 'hitClass', h.hit_class,
         'standing', h.standing, 'since', h.since) order by h.thirdparty_id, h.hit_class, h.standing), '[]')
       from (
         select thirdparty_id, hit_class, case state when 'TRUE_MATCH' then state else 'HIT_OPEN' end as standing,
           (min(opened_at) at time zone 'UTC')::date as since
         from screening_hit where ${ofThese} and state in ('OPEN', 'UNCLEAR', 'PROPOSED', 'TRUE_MATCH')
         group by 1, 2, 3) h) as hits,
      (select coalesce(json_agg(json_build_object('thirdpartyId', g.thirdparty_id, 'findingId', g.finding_id,
         'theme', g.theme, 'severity', g.severity, 'ofHit', g.of_hit, 'since', g.since)
         order by g.thirdparty_id, g.finding_id), '[]')
       from (
         select distinct on (thirdparty_id, theme, severity, of_hit) thirdparty_id, finding_id, theme, severity,
           source = 'HIT' as of_hit, (opened_at at time zone 'UTC')::date as since
         from finding where ${ofThese} and closed_at is null and severity in ('MAJOR', 'CRITICAL')
         order by thirdparty_id, theme, severity, of_hit, opened_at, finding_id) g) as findings,
      (select coalesce(json_agg(json_build_object('thirdpartyId', d.thirdparty_id, 'dossierId', d.dossier_id,
         'type', d.type_code, 'themes', v.definition -> 'themes', 'most', p.cap_rating,
         'since', d.due_date + p.action_days + 1) order by d.dossier_id), '[]')
       from (select * from dossier where ${ofThese} and archived_at is null and status = 'ACTION_REQUIRED'
         and status_reason = 'OVERDUE' and due_date is not null) d
       join overdue_policy p on p.account_id = d.account_id and p.type_code = d.type_code and p.cap_rating is not null
       join dossier_type_version v on v.account_id = d.account_id and v.code = d.type_code
         and v.type_version = d.type_version) as overdue`.execute(tx)
  const [collected] = rows
  if (!collected) throw new Error('A statement without a table answered no row')
  return collected
}

/** The accepted answer, else the last of those that were. */
function newestByDocument(answers: Collected['answers']): Map<number, AnswerFacts> {
  const newest = new Map<number, AnswerFacts>()
  for (const { documentId, ...answer } of answers) {
    const known = newest.get(documentId)
    if (!known || isLater(answer, known)) newest.set(documentId, answer)
  }
  return newest
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
