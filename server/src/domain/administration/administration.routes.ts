import { Type, type Static } from 'typebox'
import {
  countEntries,
  keepExport,
  listEntries,
  readNewestAdministration,
  verifyAdministration,
  type AdministrationFilter,
  type AdministrationView,
} from '../../platform/administration/index.ts'
import type { ReadTx } from '../../platform/db/index.ts'
import {
  csvAnswer,
  dateTimeSchema,
  linkNext,
  nullable,
  PageOf,
  pageQuery,
  pageRequest,
  type Cursors,
  type CsvFile,
  type CsvValue,
  type HttpRoutes,
  type Rate,
  type SendCsv,
} from '../../platform/http/index.ts'
import { faults, type CheckpointSigner } from '../../platform/journal/index.ts'
import { formatDateTime, pageOf, type Clock, type Scope } from '../../platform/kernel/index.ts'
import { comparedIn, comparedSchema, gatherNear, VerifyTurns, type WalkDeps } from '../events/index.ts'
import { filterFields, filterOf } from './administration-query.ts'

export interface AdministrationDeps extends WalkDeps {
  readonly clock: Clock
  readonly cursors: Cursors
  readonly sendCsv: SendCsv
  readonly signer: CheckpointSigner
  readonly rate: Rate
}

const tags = ['Administration']
const countedTo = 10_000
/** What one request walks at most: a few seconds. */
const longestWalk = 100_000
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
        { address: Type.String(), userAgent: nullable(Type.String()) },
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
  { title: 'Administration entry' },
)

const Verification = Type.Object({
  intact: Type.Boolean(),
  complete: Type.Boolean({ description: 'False when there is more to walk: ask again with `after`.' }),
  from: Type.Integer({ description: 'The walk began behind this entry.' }),
  entries: Type.Integer({ description: 'Up to here every entry holds.' }),
  lastHash: nullable(Type.String({ description: 'Of that entry, in hex.' })),
  brokenSeq: nullable(Type.Integer({ description: 'The first entry that does not hold.' })),
  fault: nullable(Type.Enum([...faults], { description: 'Why it does not.' })),
  next: nullable(Type.Integer({ description: 'Value of `after` to go on with.' })),
  checkpoint: nullable(
    Type.Object({
      seq: Type.Integer(),
      at: dateTimeSchema,
      signed: Type.Boolean({ description: 'With the present key of this installation.' }),
    }),
  ),
  compared: comparedSchema,
  checkedAt: dateTimeSchema,
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
      querystring: Type.Object({
        since: Type.Optional(Type.Enum(['checkpoint', 'start'], { description: 'By default `checkpoint`.' })),
        after: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'Goes on behind this entry.',
          }),
        ),
      }),
      response: { 200: Verification },
    },
  }) as const

/** Evidence of administration, for auditors and administrators. */
export const administrationRoutes = (deps: AdministrationDeps): HttpRoutes => {
  const { db, cursors, sendCsv } = deps
  const turns = new VerifyTurns()
  return async (app) => {
    app.get('/administration/journal', listRoute, async (request, reply) => {
      const { scope, query } = request
      const asked = pageRequest(query)
      const { page, size, cursor } = asked
      const filter = filterOf(query)
      const list = { list: 'administration', filter: JSON.stringify(filter) }
      const before = cursor === null ? null : Number(cursors.open(scope, list, cursor)[0])
      const offset = before === null ? page * size : 0
      const { rows, total } = await db.read(scope, async (tx) => ({
        rows: await listEntries(tx, scope, { filter, size, offset, before }),
        total: await countEntries(tx, scope, { filter, most: countedTo }),
      }))
      const last = rows.length === size ? rows.at(-1) : undefined
      const next = last ? cursors.seal(scope, list, [last.seq]) : null
      linkNext(request, reply, next)
      const counted = { total: Math.min(total, countedTo), totalIsExact: total <= countedTo }
      return pageOf(asked, { content: rows.map(entryRecord), ...counted, next })
    })

    app.get('/administration/journal/export.csv', exportRoute, async ({ scope, query, method }, reply) => {
      const filter = filterOf(query)
      // The entry that tells of this export is not in it.
      const [newest] = await db.read(scope, (tx) => listEntries(tx, scope, { filter, size: 1 }))
      const announce = async () => {
        const found = await db.read(scope, (tx) => countEntries(tx, scope, { filter, most: mostExported }))
        const count = Math.min(found, mostExported)
        await keepExport(db, scope, { what: 'administration-journal.csv', count, filters: { ...query } })
      }
      return sendCsv(scope, reply, {
        ...journalFile(scope, filter, (newest?.seq ?? 0) + 1),
        ...(method !== 'HEAD' && { announce }),
      })
    })

    app.get('/administration/journal/verify', verifyRoute(deps.rate), ({ scope, query }) => {
      const since = query.after ?? (query.since === 'start' ? undefined : 'checkpoint')
      return turns.take(() => verification(deps, scope, since))
    })
  }
}

type EntryRecord = Static<typeof Entry>

function entryRecord(view: AdministrationView): EntryRecord {
  const { before, after, personal } = view
  const copy = (part: AdministrationView['before']) => part && { ...part }
  return { ...view, before: copy(before), after: copy(after), personal: copy(personal) }
}

async function verification(
  { db, clock, signer, folder, authorities }: AdministrationDeps,
  scope: Scope,
  since: number | 'checkpoint' | undefined,
): Promise<Static<typeof Verification>> {
  const { accountId } = scope
  const inFile = await readNewestAdministration(folder, accountId)
  const compared = await gatherNear({ db, authorities }, { accountId, chain: 'ADMINISTRATION' }, inFile)
  const options = { since, limit: longestWalk, kept: compared.kept }
  const verdict = await db.read(scope, (tx) => verifyAdministration(tx, scope, options))
  const { intact, agreed, from, events: entries } = verdict
  const isPart = intact && !verdict.complete
  return {
    intact,
    complete: !isPart,
    from,
    entries,
    lastHash: intact ? verdict.lastHash : null,
    brokenSeq: intact ? null : verdict.brokenSeq,
    fault: intact ? null : verdict.fault,
    next: isPart ? entries : null,
    checkpoint: agreed && {
      seq: agreed.seq,
      at: formatDateTime(agreed.at),
      signed: agreed.keyId === signer.keyId,
    },
    compared: comparedIn(compared),
    checkedAt: formatDateTime(clock.now()),
  }
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

function journalFile(scope: Scope, filter: AdministrationFilter, end: number): CsvFile {
  return {
    name: 'administration-journal.csv',
    columns: Object.keys(columns),
    batches: (tx) => batchesOf(tx, scope, { filter, end }),
  }
}

async function* batchesOf(
  tx: ReadTx,
  scope: Scope,
  { filter, end }: { filter: AdministrationFilter; end: number },
): AsyncGenerator<CsvValue[][]> {
  let before = end
  for (let left = mostExported; left > 0; left -= batchRows) {
    const size = Math.min(left, batchRows)
    const entries: AdministrationView[] = await listEntries(tx, scope, { filter, size, before })
    const last = entries.at(-1)
    if (!last) return
    yield entries.map((entry) => Object.values(columns).map((column) => column(entry)))
    if (entries.length < size) return
    before = last.seq
  }
}
