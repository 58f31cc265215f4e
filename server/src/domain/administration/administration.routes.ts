import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import {
  entryListing,
  announceExport,
  newestEntries,
  readNewestAdministration,
  verifyAdministration,
  viewEntries,
  type AdministrationFilter,
  type AdministrationView,
} from '../../platform/administration/index.ts'
import type { ReadTx } from '../../platform/db/index.ts'
import {
  csvAnswer,
  namedColumns,
  dateTimeSchema,
  nullable,
  PageOf,
  pageQuery,
  type Cursors,
  type CsvValue,
  type HttpRoutes,
  type Rate,
  namedObject,
  type SendTable,
  type TableFile,
} from '../../platform/http/index.ts'
import type { CheckpointSigner } from '../../platform/journal/index.ts'
import type { Clock, Scope } from '../../platform/kernel/index.ts'
import { answerList, countRows, readBatches } from '../../platform/lists/index.ts'
import { describeDevice } from '../accounts/index.ts'
import {
  gatherNear,
  longestWalk,
  verificationFields,
  verificationQuery,
  verificationRecord,
  VerifyTurns,
  type VerifyDeps,
} from '../events/index.ts'
import { filterFields, parseEntryFilter } from './administration-query.ts'

export interface AdministrationDeps extends VerifyDeps {
  readonly clock: Clock
  readonly cursors: Cursors
  readonly sendTable: SendTable
  readonly signer: CheckpointSigner
  readonly rate: Rate
}

const tags = ['Administration']
/** Of one file; what is older is had by narrowing the dates. */
const mostExported = 100_000
const batchRows = 1_000

const words = (description: string) => nullable(Type.Record(Type.String(), Type.Unknown(), { description }))

const Entry = Type.Object(
  {
    seq: Type.Integer(),
    name: Type.String({ examples: ['WEBHOOK_ADDED'] }),
    occurredAt: dateTimeSchema,
    actor: Type.Object({
      type: Type.String(),
      id: nullable(Type.Integer()),
      name: nullable(Type.String({ description: 'Null once the person was erased.' })),
    }),
    origin: nullable(
      Type.Object(
        {
          address: Type.String(),
          userAgent: nullable(Type.String()),
          browser: nullable(Type.String({ description: 'In a word, such as Firefox.' })),
          system: nullable(Type.String({ description: 'In a word, such as Windows.' })),
        },
        {
          description: 'Where the request came from; null for jobs and commands.',
        },
      ),
    ),
    subject: nullable(Type.Object({ type: Type.String(), id: nullable(Type.Integer()) })),
    before: words('What it was; only what changed, never a secret.'),
    after: words('What it is now.'),
    personal: words('Names and addresses of the person it is about.'),
    erased: Type.Boolean({ description: 'Something it said about a person was erased.' }),
    hash: Type.String(),
  },
  { title: 'AdministrationEntry' },
)

const Verification = namedObject('AdministrationVerification', {
  ...verificationFields,
  entries: Type.Integer({ description: 'Up to here every entry holds.' }),
})

const listRoute = {
  config: { right: 'audit' },
  schema: {
    operationId: 'listAdministrationJournal',
    tags,
    summary: 'Who administered what, from where and when, the newest first',
    description: 'Names and addresses of people who were erased are gone; what was done stays.',
    querystring: Type.Object({ ...filterFields, ...pageQuery() }),
    response: { 200: PageOf(Entry) },
  },
} as const

const exportRoute = {
  config: { right: 'audit' },
  schema: {
    operationId: 'exportAdministrationJournal',
    tags,
    summary: 'The administration journal as CSV, with the filters of the list',
    description: `The newest first, at most ${mostExported.toLocaleString('en')} entries. Each export is itself recorded.`,
    querystring: Type.Object(filterFields),
    response: csvAnswer,
  },
} as const

const verifyRoute = (rate: Rate) =>
  ({
    config: { right: 'audit', rate: { name: 'journal', ...rate } },
    schema: {
      operationId: 'verifyAdministrationJournal',
      tags,
      summary:
        'Recompute the chain of the administration journal and name the first entry that does not hold',
      description:
        'Since the newest checkpoint, or from the first entry on. A long journal is walked in parts. Compared with the same as the journal of events; what other machines hold is read back by `vigie journal verify`.',
      querystring: verificationQuery,
      response: { 200: Verification },
    },
  }) as const

/** Evidence of administration, for auditors and administrators. */
export const administrationRoutes = (deps: AdministrationDeps): HttpRoutes => {
  const { db, sendTable } = deps
  const turns = new VerifyTurns()
  return async (app) => {
    app.get('/administration/journal', listRoute, (request, reply) => {
      const { scope } = request
      const filter = parseEntryFilter(request.query)
      return answerList(deps, request, reply, {
        filters: { list: 'administration', ...filter },
        open: () => entryListing(scope, filter),
        view: async (rows, tx) => (await viewEntries(tx, scope, rows)).map(entryRecord),
      })
    })

    app.get('/administration/journal/export.csv', exportRoute, async ({ scope, query, method }, reply) => {
      const filter = parseEntryFilter(query)
      // The entry that tells of this export is not in it.
      const [newest] = await db.read(scope, (tx) => newestEntries(tx, scope, { filter, size: 1 }))
      const listing = entriesUpTo(scope, filter, newest?.seq ?? 0)
      const announce = announceExport(db, scope, {
        what: 'administration-journal.csv',
        filters: { ...query },
        count: async (tx) => (await countRows(tx, listing.source, mostExported)).total,
      })
      const file: TableFile = {
        name: 'administration-journal',
        columns: namedColumns(Object.keys(columns)),
        batches: (tx) => batchesOf(tx, scope, listing),
        ...(method !== 'HEAD' && { announce }),
      }
      return sendTable(scope, reply, { file })
    })

    app.get('/administration/journal/verify', verifyRoute(deps.rate), ({ scope, query }) => {
      const since = query.after ?? (query.since === 'start' ? undefined : 'checkpoint')
      return turns.take(() => verification(deps, scope, since))
    })
  }
}

type EntryRecord = Static<typeof Entry>

function entryRecord(view: AdministrationView): EntryRecord {
  const { before, after, personal, origin } = view
  const copy = (part: AdministrationView['before']) => part && { ...part }
  const originView = origin && { ...origin, ...describeDevice(origin.userAgent) }
  return { ...view, origin: originView, before: copy(before), after: copy(after), personal: copy(personal) }
}

async function verification(
  deps: AdministrationDeps,
  scope: Scope,
  since: number | 'checkpoint' | undefined,
): Promise<Static<typeof Verification>> {
  const { accountId } = scope
  const inFile = await readNewestAdministration(deps.folder, accountId)
  const compared = await gatherNear(deps, { accountId, chain: 'ADMINISTRATION' }, inFile)
  const options = { since, limit: longestWalk, kept: compared.kept }
  const verdict = await deps.db.read(scope, (tx) => verifyAdministration(tx, scope, options))
  return { ...verificationRecord(deps, { verdict, from: verdict.from, compared }), entries: verdict.events }
}

/** The columns of the file, in order: part of the interface, so new ones are added at the end. */
const columns: Record<string, (entry: AdministrationView) => CsvValue> = {
  seq: ({ seq }) => seq,
  occurredAt: ({ occurredAt }) => occurredAt,
  name: ({ name }) => name,
  actorType: ({ actor }) => actor.type,
  actorId: ({ actor }) => actor.id,
  actorName: ({ actor }) => actor.name,
  address: ({ origin }) => origin?.address ?? null,
  userAgent: ({ origin }) => origin?.userAgent ?? null,
  subjectType: ({ subject }) => subject?.type ?? null,
  subjectId: ({ subject }) => subject?.id ?? null,
  before: ({ before }) => before && JSON.stringify(before),
  after: ({ after }) => after && JSON.stringify(after),
  personal: ({ personal }) => personal && JSON.stringify(personal),
  erased: ({ erased }) => erased,
  hash: ({ hash }) => hash,
}

type EntryListing = ReturnType<typeof entryListing>

function entriesUpTo(scope: Scope, filter: AdministrationFilter, seq: number): EntryListing {
  const { order, source } = entryListing(scope, filter)
  return { order, source: { ...source, conditions: [...source.conditions, sql`e.seq <= ${seq}`] } }
}

async function* batchesOf(tx: ReadTx, scope: Scope, listing: EntryListing): AsyncGenerator<CsvValue[][]> {
  let left = mostExported
  for await (const rows of readBatches(tx, listing, batchRows)) {
    const entries = await viewEntries(tx, scope, rows.slice(0, left))
    yield entries.map((entry) => Object.values(columns).map((column) => column(entry)))
    left -= entries.length
    if (left <= 0) return
  }
}
