import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { record, withWords } from '../../../platform/journal/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import { followNewDossiers } from '../../attributes/index.ts'
import { enqueueInvitations } from '../../contacts/index.ts'
import type { DossierType } from '../catalogue/catalogue.schema.ts'
import { settleDossiers } from '../status/settle.ts'
import { recordDossierStatus } from '../status/status-events.ts'
import type { DossierReason } from '../status/status-rules.ts'
import { documentsFor, type CompanyFacts } from './applies-to.ts'
import { addRequiredDocuments, type NewRequirement } from './add-required-documents.ts'
import { listPublishedTypes, type PublishedType } from './dossier-types.queries.ts'

export interface Opening {
  readonly thirdpartyId: number
  readonly typeCode: string
  readonly origin: 'RULE' | 'ON_DEMAND' | 'RENEWAL'
  readonly ruleId: number | null
  /** The dossier it follows. */
  readonly renews: number | null
  readonly reference: string | null
  readonly description: string | null
  /** Null: the type's renewal period, or never. */
  readonly expirationDate: string | null
  /** Null: the days the type, or `dueDays`, gives. */
  readonly dueDate: string | null
  readonly dueDays: number | null
  /** Pieces asked beyond those of the type; the caller has seen that the type is open. */
  readonly furtherDocuments: readonly string[]
}

export interface OpenedDossier {
  readonly dossierId: number
  readonly thirdpartyId: number
  readonly typeCode: string
  readonly typeVersion: number
  readonly expirationDate: string | null
  readonly dueDate: string | null
}

/**
 * Opens dossiers, many at once. Where one of the type is open already none is opened: the index decides, so two
 * requests at the same instant open one. Returns those that were opened.
 */
export async function openDossiers(
  tx: Tx,
  scope: Scope,
  openings: readonly Opening[],
): Promise<OpenedDossier[]> {
  if (openings.length === 0) return []
  const types = await listPublishedTypes(
    tx,
    scope,
    openings.map(({ typeCode }) => typeCode),
  )
  const companies = await lockCompanies(
    tx,
    scope,
    openings.map(({ thirdpartyId }) => thirdpartyId),
  )
  const planned = openings.map((opening) => {
    const type = types.get(opening.typeCode)
    const company = companies.get(opening.thirdpartyId)
    if (!type || !company) throw new Error('A dossier is opened of no type, or for nobody.')
    return planDossier(opening, type, company)
  })
  const opened = await insertDossiers(tx, scope, planned)
  const wanted = new Map(planned.map((one) => [placeKey(one), one]))
  const requirements: NewRequirement[] = []
  for (const dossier of opened) {
    const plan = wanted.get(placeKey(dossier))
    if (!plan) throw new Error('A dossier was opened that nobody asked for.')
    recordOpening(tx, scope, dossier, plan)
    requirements.push(...initialDocuments(dossier, plan))
  }
  await addRequiredDocuments(tx, scope, requirements)
  await settleDossiers(
    tx,
    scope,
    opened.map(({ dossierId }) => dossierId),
  )
  const thirdpartyIds = opened.map(({ thirdpartyId }) => thirdpartyId)
  await followNewDossiers(tx, scope, thirdpartyIds)
  await enqueueInvitations(tx, scope, thirdpartyIds)
  return opened
}

const placeKey = ({ thirdpartyId, typeCode }: Pick<Opening, 'thirdpartyId' | 'typeCode'>) =>
  `${thirdpartyId} ${typeCode}`

interface PlannedDossier extends Opening {
  readonly type: PublishedType
  readonly documents: DossierType['documents']
  readonly reason: DossierReason
}

function planDossier(opening: Opening, type: PublishedType, company: CompanyFacts): PlannedDossier {
  const ofType = documentsFor(type.definition, company)
  const further = opening.furtherDocuments
    .filter((code) => ofType.every((one) => one.code !== code))
    .map((code) => ({ code, required: true }))
  const documents = [...ofType, ...further]
  // Known before it is opened, so that the opening tells it and nothing has to follow.
  const reason = documents.some(({ required }) => required) ? 'NO_ANSWER' : 'NOTHING_ASKED'
  return { ...opening, type, documents, reason }
}

function recordOpening(tx: Tx, scope: Scope, dossier: OpenedDossier, plan: PlannedDossier) {
  const { dossierId, thirdpartyId, typeCode: dossierTypeCode, typeVersion, expirationDate, dueDate } = dossier
  const { origin, ruleId, renews, reference, description, reason } = plan
  const place = { thirdpartyId, dossierId }
  const own = { reference, expirationDate, dueDate, described: description !== null }
  const data = { dossierTypeCode, typeVersion, origin, ruleId, renews, ...own }
  const words = description === null ? {} : { description }
  record(tx, scope, { name: 'DOSSIER_ADDED', ...place, ...withWords(scope.actor, data, words) })
  recordDossierStatus(tx, scope, place, { before: null, after: 'ABSENT', reason })
}

function initialDocuments(
  { dossierId, thirdpartyId, dueDate }: OpenedDossier,
  { documents }: PlannedDossier,
): NewRequirement[] {
  return documents.map(({ code, required, alternativeGroup = null }) => ({
    dossierId,
    thirdpartyId,
    code,
    required,
    alternativeGroup,
    dueDate,
  }))
}

/** Held against archiving until the dossiers are there. */
async function lockCompanies(
  tx: Tx,
  scope: Scope,
  thirdpartyIds: readonly number[],
): Promise<Map<number, CompanyFacts>> {
  const rows = await tx
    .selectFrom('thirdparty')
    .select(['thirdparty_id', 'country_code', 'naf_code', 'headcount', 'archived_at'])
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', 'in', [...new Set(thirdpartyIds)])
    .orderBy('thirdparty_id')
    .forShare()
    .execute()
  const found = new Map<number, CompanyFacts>()
  for (const row of rows) {
    const thirdpartyId = row.thirdparty_id
    if (row.archived_at) throw new AppError('THIRD_PARTY_ARCHIVED', { thirdpartyId })
    found.set(thirdpartyId, {
      countryCode: row.country_code,
      nafCode: row.naf_code,
      headcount: row.headcount as CompanyFacts['headcount'],
    })
  }
  const missing = thirdpartyIds.find((id) => !found.has(id))
  if (missing !== undefined) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId: missing })
  return found
}

async function insertDossiers(
  tx: Tx,
  scope: Scope,
  planned: readonly PlannedDossier[],
): Promise<OpenedDossier[]> {
  const rows = planned.map(({ type, documents: _documents, ...opening }) => ({
    ...opening,
    version: type.version,
    dueDays: opening.dueDays ?? type.definition.dueDays,
    months: type.definition.renewal?.months ?? null,
  }))
  const { rows: opened } = await sql<OpenedDossier>`
    insert into dossier (account_id, thirdparty_id, type_code, type_version, reference, description, origin,
      rule_id, renews, status_reason, expiration_date, due_date, status_since, created_at, updated_at)
    select ${scope.accountId}, r."thirdpartyId", r."typeCode", r.version, r.reference, r.description, r.origin,
      r."ruleId", r.renews, r.reason,
      coalesce(r."expirationDate", ((moment at time zone 'UTC') + make_interval(months => r.months))::date),
      coalesce(r."dueDate", (moment at time zone 'UTC')::date + r."dueDays"), moment, moment, moment
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("thirdpartyId" bigint, "typeCode" text,
      version int, reference text, description text, origin text, "ruleId" bigint, renews bigint, reason text,
      "expirationDate" date, "dueDate" date, "dueDays" int, months int),
      account_now(${scope.accountId}) moment
    on conflict (account_id, thirdparty_id, type_code) where archived_at is null do nothing
    returning dossier_id as "dossierId", thirdparty_id as "thirdpartyId", type_code as "typeCode",
      type_version as "typeVersion", expiration_date as "expirationDate", due_date as "dueDate"`.execute(tx)
  return opened
}
