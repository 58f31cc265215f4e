import { Type, type Static } from 'typebox'
import { namedObject, nullable, type HttpRoutes } from '../../platform/http/index.ts'
import { formatDateTime } from '../../platform/kernel/index.ts'
import { changeQuota, readAccountPage, type QuotaSettings } from './operator-accounts.ts'
import { actOf, logAct, requireOperator, requireOperatorPerson, type OperatorDoor } from './operator-door.ts'
import { newestMails, readMailsOfAccount, resendMails } from './operator-mails.ts'
import {
  config,
  Done,
  forOperators,
  forPeople,
  OperatorAccount,
  OperatorMails,
  quotaName,
  tags,
} from './operator.schemas.ts'
import { askVerification } from './verify-journal.task.ts'

export interface OperatorAccountsDeps extends OperatorDoor {
  /** What holds for accounts without a quota of their own. */
  readonly usualQuotas: QuotaSettings
}

const accountId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const ofAccount = Type.Object({ accountId })
const told = 'Recorded in the administration journals of the account and of the operators.'

const listRoute = {
  config,
  schema: {
    operationId: 'listOperatorAccounts',
    tags,
    summary: 'The accounts of the installation, in figures',
    description: `Names of accounts and figures; never a company or a person. ${forOperators}`,
    querystring: Type.Object({
      after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
    }),
    response: {
      200: namedObject('OperatorAccountList', {
        content: Type.Array(OperatorAccount),
        next: nullable(Type.Integer({ description: '`after` of the next page.' })),
      }),
    },
  },
}
const quotaRoute = {
  config,
  onRequest: requireOperatorPerson,
  schema: {
    operationId: 'changeOperatorQuota',
    tags,
    summary: 'Change a quota of an account',
    description: `Null gives it what the settings of the installation give to all. ${told} ${forPeople}`,
    params: Type.Object({ accountId, quota: quotaName }),
    body: Type.Object({ most: nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })) }),
    response: { 200: Done },
  },
}
const verifyRoute = {
  config,
  onRequest: requireOperatorPerson,
  schema: {
    operationId: 'askOperatorVerification',
    tags,
    summary: 'Verify the journal of an account',
    description: `A worker walks the whole chain; the list of accounts tells what came of it. ${told} ${forPeople}`,
    params: ofAccount,
    response: { 202: Done },
  },
}
const mailsRoute = {
  config,
  schema: {
    operationId: 'readOperatorMails',
    tags,
    summary: 'The newest mails of an account, by day',
    description: `Without texts and with masked addresses. ${forOperators}`,
    params: ofAccount,
    response: { 200: OperatorMails },
  },
}
const resendRoute = {
  config,
  onRequest: requireOperatorPerson,
  schema: {
    operationId: 'resendOperatorMails',
    tags,
    summary: 'Send refused mails again',
    description: `Not those whose link was forgotten or whose address refuses. ${told} ${forPeople}`,
    params: ofAccount,
    body: Type.Object({ mailIds: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 100 }) }),
    response: { 200: Done },
  },
}

export const operatorAccountsRoutes =
  (deps: OperatorAccountsDeps): HttpRoutes =>
  async (app) => {
    const { db } = deps.accounts
    app.addHook('onRequest', (request) => requireOperator(deps, request))
    app.get('/api/operator/accounts', listRoute, async ({ query: { after = 0, size = 20 } }) => {
      const page = await db.system((tx) => readAccountPage(tx, deps.usualQuotas, { after, size }))
      const content = page.accounts.map(viewAccount)
      return { content, next: page.hasMore ? (content.at(-1)?.accountId ?? null) : null }
    })
    app.put('/api/operator/accounts/:accountId/quotas/:quota', quotaRoute, async (request) => {
      const by = actOf(request, 'operator quota')
      await db.system((tx) => changeQuota(tx, by, { ...request.params, ...request.body }))
      logAct(deps, by, { accountId: request.params.accountId })
      return { changed: 1 }
    })
    app.post('/api/operator/accounts/:accountId/journal/verify', verifyRoute, async (request, reply) => {
      const by = actOf(request, 'operator verify')
      await db.system((tx) => askVerification(tx, by, request.params.accountId))
      logAct(deps, by, { accountId: request.params.accountId })
      return reply.code(202).send({ changed: 1 })
    })
    app.get('/api/operator/accounts/:accountId/mails', mailsRoute, async ({ params }) => {
      const { days, refused } = await db.system((tx) => readMailsOfAccount(tx, params.accountId))
      const viewed = refused.map((mail) => ({ ...mail, createdAt: formatDateTime(mail.createdAt) }))
      return { newest: newestMails, days, refused: viewed }
    })
    app.post('/api/operator/accounts/:accountId/mails/resend', resendRoute, async (request) => {
      const by = actOf(request, 'operator resend')
      const chosen = { ...request.params, ...request.body }
      const changed = await db.system((tx) => resendMails(tx, by, chosen))
      logAct(deps, by, { accountId: chosen.accountId, count: changed })
      return { changed }
    })
  }

type AccountRow = Awaited<ReturnType<typeof readAccountPage>>['accounts'][number]

function viewAccount(row: AccountRow): Static<typeof OperatorAccount> {
  const { standing } = row
  const at = (date: Date | null) => date && formatDateTime(date)
  return {
    accountId: row.accountId,
    name: row.name,
    kind: row.kind,
    users: row.users,
    companies: row.companies,
    files: row.files,
    bytes: row.bytes,
    hasMoreFiles: row.hasMoreFiles,
    quotas: row.quotas,
    standing: standing && { state: standing, deletionDueAt: at(row.deletionDueAt) },
    createdAt: formatDateTime(row.createdAt),
    journal: {
      seq: row.journalSeq,
      at: at(row.journalAt),
      checkpointSeq: row.checkpointSeq,
      checkpointAt: at(row.checkpointAt),
      anchorsWaiting: row.anchorsWaiting,
      anchoredAt: at(row.anchoredAt),
      verificationAskedAt: at(row.verificationAskedAt),
      verifiedAt: at(row.verifiedAt),
      verifiedEvents: row.verifiedEvents,
      brokenSeq: row.brokenSeq,
      fault: row.fault,
    },
  }
}
