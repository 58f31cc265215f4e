import { Type } from 'typebox'
import {
  dateTimeSchema,
  linkNext,
  nullable,
  PageOf,
  pageQuery,
  pageRequest,
  type Cursors,
  type HttpRoutes,
  type Rate,
} from '../../platform/http/index.ts'
import {
  checkpointText,
  countCheckpoints,
  faults,
  listCheckpoints,
  publicKeyPem,
  type Checkpoint,
  type CheckpointSigner,
} from '../../platform/journal/index.ts'
import { formatDateTime, pageOf, type Clock } from '../../platform/kernel/index.ts'
import { VerifyTurns, walkOnce, type NearEvidence, type WalkDeps } from './verify-journal.ts'

export interface JournalDeps extends WalkDeps {
  readonly clock: Clock
  readonly cursors: Cursors
  readonly signer: CheckpointSigner
  readonly rate: Rate
}

/** For both journals. */
export const comparedSchema = Type.Object(
  {
    files: nullable(
      Type.Integer({ description: 'Checkpoints of the file beside the service; null when there is none.' }),
    ),
    anchors: Type.Integer({ description: 'Copies of checkpoints that were sent elsewhere.' }),
    timeStamps: Type.Integer({ description: 'Time-stamps that hold, by an authority trusted here.' }),
    brokenTimeStamps: Type.Integer({ description: 'Those that do not.' }),
    provenSeq: nullable(Type.Integer({ description: 'The last event or entry that a time-stamp proves.' })),
    provenAt: nullable(dateTimeSchema),
  },
  { description: 'What was compared besides the checkpoints of the database.' },
)

const Verification = Type.Object({
  intact: Type.Boolean(),
  complete: Type.Boolean({ description: 'False when there is more to walk: ask again with `after`.' }),
  from: Type.Integer({ description: 'The walk began behind this event.' }),
  events: Type.Integer({ description: 'Up to here every event holds.' }),
  lastHash: nullable(Type.String({ description: 'Of that event, in hex.' })),
  brokenSeq: nullable(Type.Integer({ description: 'The first event that does not hold.' })),
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

const CheckpointView = Type.Object({
  seq: Type.Integer(),
  hash: Type.String(),
  at: dateTimeSchema,
  madeAt: dateTimeSchema,
  keyId: Type.String(),
  publicKey: Type.String({ description: 'Ed25519, in PEM.' }),
  signature: Type.String({ description: 'In base64, over the bytes of `signedText`.' }),
  signedText: Type.String(),
})

const verifySchema = {
  operationId: 'verifyJournal',
  tags: ['Events'],
  summary: 'Recompute the chain of the journal and name the first event that does not hold',
  description:
    'Since the newest checkpoint that the journal agrees with, or from the first event on. A long journal is walked in parts. Compared with the checkpoints of the database, of the file beside the service, and with the copies and time-stamps of those sent elsewhere; what other machines hold is read back by `vigie journal verify`.',
  querystring: Type.Object({
    since: Type.Optional(Type.Enum(['checkpoint', 'start'], { description: 'By default `checkpoint`.' })),
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Goes on behind this event.',
      }),
    ),
  }),
  response: { 200: Verification },
} as const

const listSchema = {
  operationId: 'listJournalCheckpoints',
  tags: ['Events'],
  summary: 'Signed checkpoints of the journal, newest first',
  description: 'Each with all that is needed to check its signature elsewhere.',
  querystring: Type.Object(pageQuery()),
  response: { 200: PageOf(CheckpointView) },
} as const

/** What an auditor needs to judge whether the journal is the one that was written. */
export const journalRoutes = (deps: JournalDeps): HttpRoutes => {
  const { db, clock, cursors, signer } = deps
  const turns = new VerifyTurns()
  return async (app) => {
    const config = { right: 'audit', rate: { name: 'journal', ...deps.rate } } as const
    app.get('/journal/verify', { config, schema: verifySchema }, async (request) => {
      const { since = 'checkpoint', after } = request.query
      const walk = await turns.take(() => walkOnce(deps, request.scope, { since, after }))
      const { verdict, from } = walk
      const { agreed, events } = verdict
      const isPart = verdict.intact && !verdict.complete
      return {
        intact: verdict.intact,
        complete: !isPart,
        from,
        events,
        lastHash: verdict.intact ? verdict.lastHash : null,
        brokenSeq: verdict.intact ? null : verdict.brokenSeq,
        fault: verdict.intact ? null : verdict.fault,
        next: isPart ? events : null,
        checkpoint: agreed && {
          seq: agreed.seq,
          at: formatDateTime(agreed.at),
          signed: agreed.keyId === signer.keyId,
        },
        compared: comparedIn(walk.compared),
        checkedAt: formatDateTime(clock.now()),
      }
    })

    app.get(
      '/journal/checkpoints',
      { config: { right: 'audit' }, schema: listSchema },
      async (request, reply) => {
        const { scope } = request
        const asked = pageRequest(request.query)
        const { size, page, cursor } = asked
        const list = { list: 'checkpoints' }
        const before = cursor === null ? null : Number(cursors.open(scope, list, cursor)[0])
        const offset = before === null ? page * size : 0
        const { rows, total } = await db.snapshot(scope, async (tx) => ({
          rows: await listCheckpoints(tx, scope, { size, offset, before }),
          total: await countCheckpoints(tx, scope),
        }))
        const last = rows.length === size ? rows.at(-1) : undefined
        const next = last ? cursors.seal(scope, list, [last.seq]) : null
        linkNext(request, reply, next)
        return pageOf(asked, { content: rows.map(viewOf), total, totalIsExact: true, next })
      },
    )
  }
}

export function comparedIn({ files, evidence }: NearEvidence) {
  const stamps = evidence.stamps ?? []
  const sound = stamps.filter((stamp) => 'provenAt' in stamp)
  const last = sound.at(-1)
  return {
    files,
    anchors: evidence.checkpoints.length,
    timeStamps: sound.length,
    brokenTimeStamps: stamps.length - sound.length,
    provenSeq: last?.seq ?? null,
    provenAt: last ? formatDateTime(last.provenAt) : null,
  }
}

function viewOf(checkpoint: Checkpoint) {
  const { accountId, seq, hash, at, madeAt, keyId, publicKey, signature } = checkpoint
  return {
    seq,
    hash: hash.toString('hex'),
    at: formatDateTime(at),
    madeAt: formatDateTime(madeAt),
    keyId,
    publicKey: publicKeyPem(publicKey),
    signature: signature.toString('base64'),
    signedText: checkpointText(accountId, checkpoint),
  }
}
