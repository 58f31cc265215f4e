import { Type } from 'typebox'
import type { Db } from '../../../platform/db/index.ts'
import { write, type HttpRoutes } from '../../../platform/http/index.ts'
import { bankGuardRoutes } from '../bank/bank-guard.routes.ts'
import { checkPoliciesRoutes } from '../checks/verdict/check-policies.routes.ts'
import { evaluationOptions, setEvaluationOptions } from '../status/evaluation-options.ts'
import { overduePoliciesRoutes } from '../status/overdue-policies.routes.ts'
import { UpgradeRecord } from './catalogue.schemas.ts'
import { documentTypesRoutes } from './document-types.routes.ts'
import { dossierTypesRoutes } from './dossier-types.routes.ts'
import { planUpgrade, upgradeCatalogue, type Upgrade } from './upgrade-catalogue.ts'

const tags = ['Catalogue']

const optionFields = {
  autoAccept: Type.Boolean({ description: 'A check that succeeds accepts the answer automatically.' }),
  separateDuties: Type.Boolean({
    description:
      'Whoever supplied an answer does not decide on it. On in production accounts unless switched off, off in sandboxes unless switched on.',
  }),
  secondReviewer: Type.Boolean({
    description:
      'Two people accept bank details. On in production accounts unless switched off, off in sandboxes unless switched on.',
  }),
  struckOffInvalidates: Type.Boolean({ description: 'The end of a company makes its dossiers invalid.' }),
  autoInvite: Type.Boolean({
    description: 'Contacts are invited automatically as soon as something is requested from their company.',
  }),
  askOtherContacts: Type.Boolean({
    description:
      'The other contacts of a company are asked in place of one who is silent, declines or cannot be reached.',
  }),
  requestRenewals: Type.Boolean({ description: 'Answers are requested again before they expire.' }),
  autoRenew: Type.Boolean({
    description: 'A dossier whose type has a renewal period is followed by a new one on its last day.',
  }),
}
const Options = Type.Object(optionFields, { title: 'EvaluationOptions' })

const getOptions = {
  config: { right: 'read' },
  schema: {
    operationId: 'getEvaluationOptions',
    tags,
    summary: 'How the account wants evaluations to behave',
    description:
      'Tells among others whether clean answers are accepted by themselves and whether a second reviewer is needed.',
    response: { 200: Options },
  },
} as const

const setOptions = {
  config: { right: 'administer', stepUp: true },
  schema: {
    operationId: 'setEvaluationOptions',
    tags,
    summary: 'Change how evaluations behave',
    body: Type.Partial(Type.Object(optionFields), { minProperties: 1 }),
    response: { 200: Options },
  },
} as const

const upgradeRoute = {
  config: { right: 'administer' },
  schema: {
    operationId: 'upgradeCatalogue',
    tags,
    summary: 'Take over newer shipped versions of the types the account has not changed itself',
    description:
      'Try it with `dryRun` first: the answer lists which types would change. Types the account has changed itself stay as they are.',
    body: Type.Object({
      dryRun: Type.Boolean(),
      applyToOpen: Type.Optional(
        Type.Boolean({ description: 'Open dossiers follow, by job. By default only new ones do.' }),
      ),
    }),
    response: { 200: UpgradeRecord },
  },
} as const

/** Everything an account configures of its catalogue, and of what follows from answers. */
export const catalogueRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    await app.register(documentTypesRoutes({ db }))
    await app.register(dossierTypesRoutes({ db }))
    await app.register(bankGuardRoutes({ db }))
    await app.register(overduePoliciesRoutes({ db }))
    await app.register(checkPoliciesRoutes({ db }))

    app.post('/catalogue/upgrade', upgradeRoute, async (request, reply) => {
      const { scope } = request
      const { dryRun, applyToOpen = false } = request.body
      if (dryRun) return upgradeRecord(dryRun, await db.snapshot(scope, (tx) => planUpgrade(tx, scope)))
      return write(db, request, reply, {
        work: async (tx) => upgradeRecord(dryRun, await upgradeCatalogue(tx, scope, { applyToOpen })),
      })
    })

    app.get('/evaluation-options', getOptions, (request) =>
      db.read(request.scope, (tx) => evaluationOptions(tx, request.scope)),
    )

    app.patch('/evaluation-options', setOptions, async (request, reply) =>
      write(db, request, reply, {
        work: (tx) => setEvaluationOptions(tx, request.scope, request.body),
      }),
    )
  }

function upgradeRecord(dryRun: boolean, { documentTypes, dossierTypes, kept, blocked }: Upgrade) {
  return {
    dryRun,
    documentTypes: [...documentTypes],
    dossierTypes: [...dossierTypes],
    kept: [...kept],
    blocked: blocked.map(({ code, faults }) => ({ code, faults: [...faults] })),
  }
}
