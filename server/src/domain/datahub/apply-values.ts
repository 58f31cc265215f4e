import type { Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { enqueueAnswers } from './enqueue-answers.ts'
import type { GivenValue } from './given-value.ts'
import {
  confirm,
  lockMonitored,
  insertValues,
  takeValueIds,
  type Confirmation,
  type Monitored,
  type NewValue,
  type Present,
  type Source,
} from './monitored.ts'
import { providerEvents, type Provider } from './providers.ts'
import { normaliseScore, type Scale } from './scale.ts'

export interface ValueOf {
  readonly thirdpartyId: number
  readonly given: GivenValue
  /** Something new even if the figure is the same: news. */
  readonly isNews?: boolean
}

export interface Delivery {
  readonly provider: Provider
  readonly settings: { readonly scale: Scale; readonly staleAfterDays: number }
  readonly source: Source
  readonly values: readonly ValueOf[]
}

export type Outcome = 'CHANGED' | 'UNCHANGED' | 'OLDER' | 'NOT_MONITORED' | 'OUT_OF_SCALE' | 'DATE_INVALID'

export interface Applied {
  /** In the order of the values. */
  readonly outcomes: readonly Outcome[]
  /** Third parties of which something else is known now. */
  readonly updated: readonly number[]
}

interface StoredValueRow {
  readonly before: Present
  readonly after: Omit<NewValue, 'valueId'>
  /** False when only the scale is another: nothing happened to the company. */
  readonly isNews: boolean
}

/** Keeps what differs from the last word of the provider, and tells of it; the same again only counts anew. */
export async function applyProviderValues(tx: Tx, scope: Scope, delivery: Delivery): Promise<Applied> {
  const { provider, settings, values } = delivery
  const ids = [...new Set(values.map(({ thirdpartyId }) => thirdpartyId))]
  const locked = await lockMonitored(tx, scope, provider, ids)
  const present = new Map<number, Monitored>(locked.monitored)
  const outcomes: Outcome[] = Array.from({ length: values.length }, () => 'NOT_MONITORED')
  const newValues: StoredValueRow[] = []
  const received = new Map<number, string>()
  const dated = values.map((one, nth) => ({ ...one, nth, asOf: one.given.asOf ?? locked.today }))
  // The history of a company may come in one file, in whatever order.
  for (const one of dated.toSorted((a, b) =>
    a.asOf === b.asOf ? a.nth - b.nth : a.asOf < b.asOf ? -1 : 1,
  )) {
    const before = present.get(one.thirdpartyId)
    if (!before) continue
    const judged = compareValue(one, before, { scale: settings.scale, today: locked.today })
    outcomes[one.nth] = typeof judged === 'string' ? judged : judged.outcome
    if (typeof judged === 'string' && judged !== 'UNCHANGED') continue
    received.set(one.thirdpartyId, one.asOf)
    if (typeof judged === 'string') continue
    newValues.push(judged.kept)
    present.set(one.thirdpartyId, judged.kept.after)
  }
  await store(tx, scope, delivery, { kept: newValues, heard: received })
  await enqueueAnswers(tx, scope, provider, [...received.keys()])
  const news = newValues.filter(({ isNews }) => isNews)
  for (const { before, after } of news) recordValueChange(tx, scope, delivery, { before, after })
  return { outcomes, updated: [...new Set(news.map(({ after }) => after.thirdpartyId))] }
}

function compareValue(
  { thirdpartyId, given, asOf, isNews = false }: ValueOf & { asOf: string },
  before: Monitored,
  { scale, today }: { scale: Scale; today: string },
): Exclude<Outcome, 'CHANGED'> | { outcome: Outcome; kept: StoredValueRow } {
  if (before.asOf !== null && asOf < before.asOf) return 'OLDER'
  // A day of grace: the provider may live east of here.
  if (Date.parse(asOf) > Date.parse(today) + 86_400_000) return 'DATE_INVALID'
  const normal = normaliseScore(scale, given)
  if (normal === 'OUT_OF_SCALE') return normal
  const { score, grade, reference, url, rationale, detail } = given
  const raw = grade ?? (score === null ? null : String(score))
  const scaleNames = { scaleId: scale.id, scaleVersion: scale.version }
  const words = { reference, url, rationale, detail }
  const after = { thirdpartyId, raw, score, ...normal, ...scaleNames, asOf, ...words }
  const differs =
    isNews ||
    before.scaleId === null ||
    (['raw', 'score', 'value', 'band'] as const).some((name) => before[name] !== after[name])
  const isRescaled = before.scaleId !== scale.id || before.scaleVersion !== scale.version
  if (!differs && !isRescaled) return 'UNCHANGED'
  return { outcome: differs ? 'CHANGED' : 'UNCHANGED', kept: { before, after, isNews: differs } }
}

async function store(
  tx: Tx,
  scope: Scope,
  { provider, settings, source }: Delivery,
  { kept, heard }: { kept: readonly StoredValueRow[]; heard: ReadonlyMap<number, string> },
): Promise<void> {
  const valueIds = await takeValueIds(tx, kept.length)
  const values = kept.map(({ after }, nth) => ({ ...after, valueId: valueIds[nth] ?? 0 }))
  await insertValues(tx, scope, { provider, source }, values)
  const last = new Map(values.map(({ thirdpartyId, valueId }) => [thirdpartyId, valueId]))
  const confirmations: Confirmation[] = [...heard].map(([thirdpartyId, asOf]) => ({
    thirdpartyId,
    asOf,
    valueId: last.get(thirdpartyId) ?? null,
  }))
  await confirm(tx, scope, { provider, staleAfterDays: settings.staleAfterDays }, confirmations)
}

/** Figures only: what a provider writes of a company may name people. */
function recordValueChange(
  tx: Tx,
  scope: Scope,
  { provider, source }: Delivery,
  { before, after }: { before: Present; after: Omit<NewValue, 'valueId'> },
): void {
  const figures = ({ value, raw, score, band, scaleId, scaleVersion, asOf }: Present) =>
    scaleId === null ? null : { value, raw, score, band, scaleId, scaleVersion, asOf }
  const { thirdpartyId } = after
  const data = { provider, source, before: figures(before), after: figures(after) }
  record(tx, scope, { ...providerEvents[provider].updated, thirdpartyId, data })
}

/** Once for a third party and delivery, after what each provider said; indicators follow. */
export async function recordUpdates(
  tx: Tx,
  scope: Scope,
  updates: ReadonlyMap<number, readonly Provider[]>,
): Promise<void> {
  for (const [thirdpartyId, providers] of updates) {
    record(tx, scope, { name: 'THIRD_PARTY_DATA_HUB_UPDATED', thirdpartyId, data: { providers } })
  }
  await enqueueIndicators(tx, scope, [...updates.keys()])
}

export async function enqueueIndicators(
  tx: Tx,
  { accountId }: Scope,
  thirdpartyIds: readonly number[],
): Promise<void> {
  if (thirdpartyIds.length === 0) return
  await enqueue(tx, 'indicators.recompute', { accountId, thirdpartyIds: [...thirdpartyIds] })
}
