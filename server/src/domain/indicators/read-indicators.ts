import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import {
  AppError,
  formatDateTime,
  parseEventSecond,
  type Language,
  type Scope,
} from '../../platform/kernel/index.ts'
import { collectFacts } from './collect-facts.queries.ts'
import { dossierIndicators, thirdPartyIndicators } from './compute-indicators.ts'
import type { ThirdPartyFacts } from './facts.ts'
import type { IndicatorRecord } from './indicator.schema.ts'
import {
  indicatorView,
  collectDocumentCodes,
  indicatorTitle,
  type DisplayedIndicator,
  type Words,
} from './indicator.view.ts'
import { documentNames, indicatorHistory, indicatorsOf, type StoredIndicator } from './indicators.queries.ts'
import { loadShippedModels } from './shipped-models.ts'

type Reader = Pick<Words, 'language' | 'seesHits'>

interface IndicatorQuery extends Reader {
  readonly asOf: string | undefined
}

/** As stored; of what was never stored, what follows from today's facts. */
export async function readThirdPartyIndicators(
  tx: ReadTx,
  scope: Scope,
  { thirdpartyId, asOf, ...reader }: IndicatorQuery & { readonly thirdpartyId: number },
): Promise<IndicatorRecord[]> {
  const facts = await loadThirdPartyFacts(tx, scope, thirdpartyId)
  const end = await parseAsOf(tx, scope, asOf)
  const stored = await indicatorsOf(tx, scope, { thirdpartyId }, end)
  const models = loadShippedModels()
  const computed = thirdPartyIndicators(models, end ? nothingKnown(facts) : facts)
  return toRecords(
    tx,
    scope,
    computed.map((one) => preferStored(stored, one)),
    reader,
  )
}

export async function readDossierIndicators(
  tx: ReadTx,
  scope: Scope,
  { dossierId, asOf, ...reader }: IndicatorQuery & { readonly dossierId: number },
): Promise<IndicatorRecord[]> {
  const dossier = await tx
    .selectFrom('dossier')
    .select(['thirdparty_id', 'archived_at'])
    .where('account_id', '=', scope.accountId)
    .where('dossier_id', '=', dossierId)
    .executeTakeFirst()
  if (!dossier) throw new AppError('DOSSIER_NOT_FOUND', { dossierId })
  const end = await parseAsOf(tx, scope, asOf)
  const stored = await indicatorsOf(tx, scope, { dossierId }, end)
  const facts = await loadThirdPartyFacts(tx, scope, dossier.thirdparty_id)
  const known = end || dossier.archived_at ? nothingKnown(facts) : facts
  const computed = dossierIndicators(loadShippedModels(), known, dossierId)
  const own = new Set(computed.map(({ code }) => code))
  const indicators = [
    ...computed.map((one) => preferStored(stored, one)),
    ...stored.filter(({ code, state }) => !own.has(code) && state !== 'UNKNOWN'),
  ]
  return toRecords(tx, scope, indicators, reader)
}

export async function readHistory(
  tx: ReadTx,
  scope: Scope,
  { language, ...asked }: { thirdpartyId: number; code: string; limit: number; language: Language },
) {
  await loadThirdPartyFacts(tx, scope, asked.thirdpartyId)
  const points = await indicatorHistory(tx, scope, asked)
  return {
    code: asked.code,
    label: indicatorTitle(asked.code, { models: loadShippedModels(), language }).label,
    points: points.map(({ value, rating, state, model, since, supersededAt }) => ({
      value,
      rating,
      state,
      model,
      since: formatDateTime(since),
      until: supersededAt && formatDateTime(supersededAt),
    })),
  }
}

export async function loadThirdPartyFacts(
  tx: ReadTx,
  scope: Scope,
  thirdpartyId: number,
): Promise<ThirdPartyFacts> {
  const [facts] = await collectFacts(tx, scope, [thirdpartyId])
  if (!facts) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
  return facts
}

/** Of a past moment only what was stored then is told. */
function nothingKnown({ thirdpartyId, today }: ThirdPartyFacts): ThirdPartyFacts {
  const company = { status: 'ACTIVE', statusDetail: null, statusSince: null, creationDate: null } as const
  return {
    thirdpartyId,
    today,
    ...company,
    isIdentified: false,
    openDossierIds: [],
    documents: [],
    external: [],
    hits: [],
    findings: [],
    overdue: [],
  }
}

function preferStored(stored: readonly StoredIndicator[], computed: DisplayedIndicator): DisplayedIndicator {
  return stored.find(({ code }) => code === computed.code) ?? computed
}

async function toRecords(
  tx: ReadTx,
  scope: Scope,
  indicators: readonly DisplayedIndicator[],
  reader: Reader,
): Promise<IndicatorRecord[]> {
  const documents = await documentNames(tx, scope, collectDocumentCodes(indicators))
  const words = { models: loadShippedModels(), documents, ...reader }
  return indicators.map((one) => indicatorView(one, words))
}

/** The end of the second that was asked for, which must have come; null for now. */
async function parseAsOf(tx: ReadTx, scope: Scope, asOf: string | undefined): Promise<Date | null> {
  if (asOf === undefined) return null
  const second = parseEventSecond(asOf)
  const { rows } = await sql<{ now: Date }>`select account_now(${scope.accountId}) as now`.execute(tx)
  const [clock] = rows
  if (!second || !clock || second > clock.now) {
    throw new AppError('AS_OF_INVALID', {}, { members: { parameter: 'asOf' } })
  }
  return new Date(second.getTime() + 1_000)
}
