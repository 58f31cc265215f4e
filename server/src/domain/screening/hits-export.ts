import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { CsvFile, CsvValue } from '../../platform/http/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { orderById, readBatches, type Listing } from '../../platform/lists/index.ts'
import { hitsWithColumns, summaryColumns, type HitFilter } from './hit-listing.ts'
import type { HitRow, HitSummaryRow } from './hit.schema.ts'
import { decisionsJson, runColumns } from './hits.queries.ts'
import type { RunRow } from './run.schema.ts'

const batchRows = 500

type Decision = HitRow['decisions'][number]

interface ExportedHit extends HitSummaryRow {
  decisions: Decision[]
  list: RunRow['lists'][number] | null
  threshold: number
  engineVersion: string
  screenedAt: string
}

type HitField = (hit: ExportedHit, decision: Decision | undefined) => CsvValue

/** The columns of the file, in order: part of the interface, so new ones are added at the end. */
const hitFields: Readonly<Record<string, HitField>> = {
  hitId: ({ hitId }) => hitId,
  thirdpartyId: ({ thirdpartyId }) => thirdpartyId,
  thirdpartyName: ({ thirdpartyName }) => thirdpartyName,
  class: (hit) => hit.class,
  source: ({ source }) => source,
  listName: ({ list }) => list?.name ?? null,
  listVersion: ({ list }) => list?.version ?? null,
  listPublishedOn: ({ list }) => list?.publishedOn ?? null,
  listDigest: ({ list }) => list?.digest ?? null,
  entryId: ({ entryId }) => entryId,
  entryName: ({ entryName }) => entryName,
  role: ({ role }) => role,
  subjectName: ({ subjectName }) => subjectName,
  score: ({ score }) => score,
  threshold: ({ threshold }) => threshold,
  engineVersion: ({ engineVersion }) => engineVersion,
  screenedAt: ({ screenedAt }) => screenedAt,
  state: ({ state }) => state,
  why: ({ why }) => why,
  openedAt: ({ openedAt }) => openedAt,
  clearedUntil: ({ clearedUntil }) => clearedUntil,
  decisionNumber: (_, decision) => decision?.number ?? null,
  verdict: (_, decision) => decision?.verdict ?? null,
  step: (_, decision) => decision?.step ?? null,
  grounds: (_, decision) => decision?.grounds.join(' ') ?? null,
  comment: (_, decision) => decision?.comment ?? null,
  decidedScore: (_, decision) => decision?.score ?? null,
  decidedUntil: (_, decision) => decision?.until ?? null,
  decidedAt: (_, decision) => decision?.at ?? null,
  decidedByType: (_, decision) => decision?.by.type ?? null,
  decidedById: (_, decision) => decision?.by.id ?? null,
  decidedByName: (_, decision) => decision?.by.name ?? null,
}

const hitExportColumns = sql<ExportedHit>`
  (select l from jsonb_array_elements(r.lists) l where (l ->> 'listId')::bigint = h.list_id limit 1) as list,
  round(r.threshold::numeric, 3)::float8 as threshold, r.engine_version as "engineVersion",
  wire_time(r.ran_at) as "screenedAt", ${decisionsJson} as decisions, ${summaryColumns}`

export function hitExportListing(scope: Scope, query: HitFilter): Listing<ExportedHit> {
  const { source, order } = hitsWithColumns(scope, query, hitExportColumns)
  const from = sql`screening_hit h join screening_run r on r.account_id = h.account_id and r.run_id = h.run_id`
  return { order, source: { ...source, from } }
}

/** Each decision has a line of its own, the first one first; a hit nobody has decided about has one line. */
export function hitsFile(listing: Listing<ExportedHit>): CsvFile {
  return {
    name: 'screening-hits.csv',
    columns: Object.keys(hitFields),
    batches: (tx) => hitBatches(tx, listing),
  }
}

async function* hitBatches(tx: ReadTx, listing: Listing<ExportedHit>): AsyncGenerator<CsvValue[][]> {
  const fields = Object.values(hitFields)
  for await (const hits of readBatches(tx, listing, batchRows)) {
    yield hits.flatMap((hit) => {
      const decisions = hit.decisions.length === 0 ? [undefined] : hit.decisions.toReversed()
      return decisions.map((decision) => fields.map((field) => field(hit, decision)))
    })
  }
}

interface ExportedRun extends RunRow {
  thirdpartyName: string | null
}

const runFields: Readonly<Record<string, (run: ExportedRun) => CsvValue>> = {
  runId: ({ runId }) => runId,
  ranAt: ({ ranAt }) => ranAt,
  thirdpartyId: ({ thirdpartyId }) => thirdpartyId,
  thirdpartyName: ({ thirdpartyName }) => thirdpartyName,
  trigger: ({ trigger }) => trigger,
  subjects: ({ subjects }) => subjects,
  matches: ({ matches }) => matches,
  opened: ({ opened }) => opened,
  threshold: ({ threshold }) => threshold,
  engineVersion: ({ engineVersion }) => engineVersion,
  lists: ({ lists }) => lists.map(({ source, version }) => `${source} ${version}`).join(', '),
  missing: ({ missing }) => missing.map(({ source, why }) => `${source} ${why}`).join(', '),
}

export interface RunFilter {
  readonly thirdpartyId?: number | undefined
  readonly since?: string | undefined
}

export function runExportListing(
  { accountId }: Scope,
  { thirdpartyId, since }: RunFilter,
): Listing<ExportedRun> {
  return {
    order: orderById('newest first'),
    source: {
      id: sql`r.run_id`,
      from: sql`screening_run r`,
      conditions: [
        sql`r.account_id = ${accountId}`,
        ...(thirdpartyId === undefined ? [] : [sql`r.thirdparty_id = ${thirdpartyId}`]),
        ...(since === undefined ? [] : [sql`r.ran_at >= ${since}::date::timestamp at time zone 'UTC'`]),
      ],
      columns: sql<ExportedRun>`
        (select t.name from thirdparty t where t.account_id = r.account_id and t.thirdparty_id = r.thirdparty_id)
          as "thirdpartyName", ${runColumns}`,
    },
  }
}

export function runsFile(listing: Listing<ExportedRun>): CsvFile {
  return {
    name: 'screening-runs.csv',
    columns: Object.keys(runFields),
    batches: (tx) => runBatches(tx, listing),
  }
}

async function* runBatches(tx: ReadTx, listing: Listing<ExportedRun>): AsyncGenerator<CsvValue[][]> {
  const fields = Object.values(runFields)
  for await (const runs of readBatches(tx, listing, batchRows)) {
    yield runs.map((run) => fields.map((field) => field(run)))
  }
}
