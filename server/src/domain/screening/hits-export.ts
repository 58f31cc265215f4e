import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import { fieldOf, namedColumns, type CsvValue, type TableFile } from '../../platform/http/index.ts'
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

interface HitLine {
  readonly hit: ExportedHit
  readonly decision: Decision | undefined
}
const field = fieldOf<HitLine>()

/** The columns of the file, in order: part of the interface, so new ones are added at the end. */
const hitFields = [
  field('hitId', ({ hit }) => hit.hitId, ['Hit', 'Alerte'], 'number'),
  field('thirdpartyId', ({ hit }) => hit.thirdpartyId, ['Vigie number', 'Numéro Vigie'], 'number'),
  field('thirdpartyName', ({ hit }) => hit.thirdpartyName, ['Third party', 'Tiers']),
  field('class', ({ hit }) => hit.class, ['Kind', 'Nature']),
  field('source', ({ hit }) => hit.source, ['Source', 'Source']),
  field('listName', ({ hit }) => hit.list?.name ?? null, ['List', 'Liste']),
  field('listVersion', ({ hit }) => hit.list?.version ?? null, [
    'Version of the list',
    'Version de la liste',
  ]),
  field(
    'listPublishedOn',
    ({ hit }) => hit.list?.publishedOn ?? null,
    ['List published on', 'Liste publiée le'],
    'date',
  ),
  field('listDigest', ({ hit }) => hit.list?.digest ?? null, ['Digest of the list', 'Empreinte de la liste']),
  field('entryId', ({ hit }) => hit.entryId, ['Entry', 'Entrée']),
  field('entryName', ({ hit }) => hit.entryName, ['Name on the list', 'Nom sur la liste']),
  field('role', ({ hit }) => hit.role, ['Role', 'Rôle']),
  field('subjectName', ({ hit }) => hit.subjectName, ['Name screened', 'Nom comparé']),
  field('score', ({ hit }) => hit.score, ['Score', 'Score'], 'number'),
  field('threshold', ({ hit }) => hit.threshold, ['Threshold', 'Seuil'], 'number'),
  field('engineVersion', ({ hit }) => hit.engineVersion, ['Engine', 'Moteur']),
  field('screenedAt', ({ hit }) => hit.screenedAt, ['Screened at', 'Comparé le'], 'dateTime'),
  field('state', ({ hit }) => hit.state, ['State', 'État']),
  field('why', ({ hit }) => hit.why, ['Why', 'Pourquoi']),
  field('openedAt', ({ hit }) => hit.openedAt, ['Opened at', 'Ouverte le'], 'dateTime'),
  field('clearedUntil', ({ hit }) => hit.clearedUntil, ['Cleared until', 'Écartée jusqu’au'], 'date'),
  field(
    'decisionNumber',
    ({ decision }) => decision?.number ?? null,
    ['Decision number', 'Numéro de décision'],
    'number',
  ),
  field('verdict', ({ decision }) => decision?.verdict ?? null, ['Decision', 'Décision']),
  field('step', ({ decision }) => decision?.step ?? null, ['Step', 'Étape']),
  field('grounds', ({ decision }) => decision?.grounds.join(' ') ?? null, ['Grounds', 'Motifs']),
  field('comment', ({ decision }) => decision?.comment ?? null, ['Comment', 'Commentaire']),
  field(
    'decidedScore',
    ({ decision }) => decision?.score ?? null,
    ['Score decided on', 'Score lors de la décision'],
    'number',
  ),
  field(
    'decidedUntil',
    ({ decision }) => decision?.until ?? null,
    ['Decided until', 'Décidée jusqu’au'],
    'date',
  ),
  field('decidedAt', ({ decision }) => decision?.at ?? null, ['Decided at', 'Décidée le'], 'dateTime'),
  field('decidedByType', ({ decision }) => decision?.by.type ?? null, [
    'Decided by (kind)',
    'Décidée par (nature)',
  ]),
  field(
    'decidedById',
    ({ decision }) => decision?.by.id ?? null,
    ['Decided by (number)', 'Décidée par (numéro)'],
    'number',
  ),
  field('decidedByName', ({ decision }) => decision?.by.name ?? null, ['Decided by', 'Décidée par']),
]

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
export function hitsFile(listing: Listing<ExportedHit>): TableFile {
  return {
    name: 'screening-hits',
    columns: hitFields,
    batches: (tx) => hitBatches(tx, listing),
  }
}

async function* hitBatches(tx: ReadTx, listing: Listing<ExportedHit>): AsyncGenerator<CsvValue[][]> {
  for await (const hits of readBatches(tx, listing, batchRows)) {
    yield hits.flatMap((hit) => {
      const decisions = hit.decisions.length === 0 ? [undefined] : hit.decisions.toReversed()
      return decisions.map((decision) => hitFields.map(({ value }) => value({ hit, decision })))
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

export function runsFile(listing: Listing<ExportedRun>): TableFile {
  return {
    name: 'screening-runs',
    columns: namedColumns(Object.keys(runFields)),
    batches: (tx) => runBatches(tx, listing),
  }
}

async function* runBatches(tx: ReadTx, listing: Listing<ExportedRun>): AsyncGenerator<CsvValue[][]> {
  const fields = Object.values(runFields)
  for await (const runs of readBatches(tx, listing, batchRows)) {
    yield runs.map((run) => fields.map((cell) => cell(run)))
  }
}
