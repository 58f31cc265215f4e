import { sql } from 'kysely'
import { Type } from 'typebox'
import {
  dateTimeSchema,
  PageOf,
  pageQuery,
  type Cursors,
  type HttpRoutes,
  type Rate,
  namedObject,
} from '../../platform/http/index.ts'
import {
  checkpointColumns,
  checkpointText,
  publicKeyPem,
  type Checkpoint,
  type CheckpointSigner,
} from '../../platform/journal/index.ts'
import { formatDateTime, type Clock, type Scope } from '../../platform/kernel/index.ts'
import { answerList, orderById } from '../../platform/lists/index.ts'
import { verificationFields, verificationQuery, verificationRecord } from './chain-verification.ts'
import { VerifyTurns, verifyStep, type VerifyDeps } from './verify-journal.ts'
import type { FeedDeps } from './feed/answer-feed.ts'
import { feedRoutes } from './feed/feed.routes.ts'
import { latestRoutes } from './latest/latest.routes.ts'
import { timelinesRoutes, type TimelinesDeps } from './timelines/timelines.routes.ts'

export interface JournalDeps extends VerifyDeps {
  readonly clock: Clock
  readonly cursors: Cursors
  readonly signer: CheckpointSigner
  readonly rate: Rate
}

const Verification = namedObject('JournalVerification', {
  ...verificationFields,
  events: Type.Integer({ description: 'Up to here every event holds.' }),
})

const CheckpointView = namedObject('JournalCheckpoint', {
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
  querystring: verificationQuery,
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
  const turns = new VerifyTurns()
  return async (app) => {
    const config = { right: 'audit', rate: { name: 'journal', ...deps.rate } } as const
    app.get('/journal/verify', { config, schema: verifySchema }, async (request) => {
      const { since = 'checkpoint', after } = request.query
      const step = await turns.take(() => verifyStep(deps, request.scope, { since, after }))
      return { ...verificationRecord(deps, step), events: step.verdict.events }
    })

    app.get('/journal/checkpoints', { config: { right: 'audit' }, schema: listSchema }, (request, reply) =>
      answerList(deps, request, reply, {
        filters: { list: 'checkpoints' },
        open: () => checkpointListing(request.scope),
        view: (rows) => rows.map(viewOf),
      }),
    )
  }
}

const checkpointListing = ({ accountId }: Scope) => ({
  order: orderById('newest first'),
  source: {
    id: sql`c.seq`,
    from: sql`journal_checkpoint c`,
    conditions: [sql`c.account_id = ${accountId}`],
    columns: checkpointColumns,
    planOnce: true,
  },
})

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

/** The journal as readers see it: the feed of the account, its latest events and the timelines of its resources. */
export const eventsRoutes = (deps: FeedDeps & TimelinesDeps): HttpRoutes => {
  // Made once for both addresses of the account, so that they share one watch and one limit.
  const feed = feedRoutes(deps)
  return async (app) => {
    await app.register(feed)
    await app.register(latestRoutes(deps))
    await app.register(timelinesRoutes(deps))
  }
}
