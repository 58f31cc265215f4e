import type { Config } from './config.ts'
import { recomputeAttributes } from './domain/attributes/index.ts'
import type { FileLinks } from './domain/documents/index.ts'
import { applyDossierType } from './domain/dossiers/index.ts'
import { importThirdParties } from './domain/imports/index.ts'
import { completeIdentity, refreshPortfolios, refreshSlice } from './domain/thirdparties/index.ts'
import type { References } from './domain/references/index.ts'
import {
  answerRegisterStatus,
  checkResponse,
  expireAccount,
  expireEverywhere,
  interruptOldDrafts,
  printForm,
  reuseInOtherDossiers,
  revokeCopies,
  sweepFiles,
  verificationConnector,
  verifyFile,
} from './domain/responses/index.ts'
import { deleteObjects, retireAccount, retireEverywhere } from './domain/retention/index.ts'
import { applyAllRules, applyRulesTask } from './domain/rules/index.ts'
import { purgeOldTokens } from './domain/accounts/index.ts'
import { purgeIdempotencyKeys } from './platform/http/index.ts'
import {
  startWorker,
  type Handlers,
  type JobLog,
  type ScheduleItem,
  type Worker,
} from './platform/jobs/index.ts'
import { preparePartitions } from './platform/journal/index.ts'
import type { Db } from './platform/db/index.ts'
import { clamdScanner, type ObjectStore, type Scanner } from './platform/files/index.ts'
import type { Clock } from './platform/kernel/index.ts'
import { mailboxTransport, sendMail, smtpTransport, type MailTransport } from './platform/mail/index.ts'

export interface WorkerDeps {
  config: Config
  appUrl: string
  clock: Clock
  references: References
  store: ObjectStore
  /** For files too large to be sent to the verification provider; without them it gets their digest alone. */
  links?: FileLinks
  log: JobLog
}

const idempotencyHours = 48

const schedule: readonly ScheduleItem[] = [
  { task: 'identity.refresh', payload: {}, pattern: '*/10 * * * *', catchUpMs: 600_000 },
  { task: 'idempotency.purge', payload: {}, pattern: '17 * * * *', catchUpMs: 3_600_000 },
  { task: 'sessions.purge', payload: {}, pattern: '43 * * * *', catchUpMs: 3_600_000 },
  { task: 'responses.expire', payload: {}, pattern: '*/10 * * * *', catchUpMs: 600_000 },
  { task: 'retention.run', payload: {}, pattern: '20 2 * * *', catchUpMs: 86_400_000 },
  { task: 'responses.expire-drafts', payload: {}, pattern: '50 2 * * *', catchUpMs: 86_400_000 },
  { task: 'files.sweep', payload: {}, pattern: '30 3 * * *', catchUpMs: 86_400_000 },
  { task: 'rules.apply-all', payload: {}, pattern: '35 1 * * *', catchUpMs: 86_400_000 },
  { task: 'journal.partitions', payload: {}, pattern: '5 3 * * *', catchUpMs: 86_400_000 },
]

/** Every task of the product, bound by hand to what runs it. */
export function startWorkers(deps: WorkerDeps): Promise<Worker> {
  const { config, appUrl, clock, references, store, log } = deps
  const handlers: Handlers = {
    'mail.send': sendMail(mailTransport(config)),
    'identity.complete': completeIdentity({ references }),
    'identity.refresh': refreshPortfolios({ accountIds }),
    'identity.refresh-slice': refreshSlice({ references }),
    'thirdparties.import': importThirdParties({ references, maxRows: config.imports.maxRows }),
    'attributes.recompute': recomputeAttributes,
    'catalogue.apply': applyDossierType,
    'rules.apply': applyRulesTask,
    'rules.apply-all': applyAllRules({ accountIds }),
    'responses.check': checkResponse({
      store,
      scanner: scannerOf(config),
      verifiedCodes: config.verification?.documentCodes ?? null,
    }),
    'responses.verify': verifyFile({
      store,
      scanner: scannerOf(config),
      links: deps.links ?? null,
      provider: config.verification && verificationConnector(config.verification),
    }),
    'responses.form-pdf': printForm({ store }),
    'responses.reuse': reuseInOtherDossiers,
    'responses.revoke-copies': revokeCopies,
    'responses.register-status': answerRegisterStatus,
    'responses.expire-drafts': interruptOldDrafts({ accountIds }),
    'files.sweep': sweepFiles({ store, accountIds }),
    'responses.expire': expireEverywhere({ accountIds }),
    'responses.expire-account': expireAccount,
    'retention.run': retireEverywhere({ accountIds }),
    'retention.run-account': retireAccount,
    'files.delete': deleteObjects({ store }),
    'idempotency.purge': async (_payload, { db }) => {
      const before = new Date(clock.now().getTime() - idempotencyHours * 3_600_000)
      for (const accountId of await accountIds(db)) {
        await db.write({ accountId }, (tx) => purgeIdempotencyKeys(tx, { accountId }, before))
      }
    },
    'sessions.purge': async (_payload, { db }) => {
      await db.system((tx) => purgeOldTokens(tx, clock))
    },
    'journal.partitions': (_payload, { db }) => db.system((tx) => preparePartitions(tx)),
  }
  return startWorker({
    url: appUrl,
    handlers,
    schedule,
    concurrency: config.worker.concurrency,
    log,
    clock,
  })
}

async function accountIds(db: Db): Promise<number[]> {
  const rows = await db.system((tx) =>
    tx.selectFrom('account').select('account_id').orderBy('account_id').execute(),
  )
  return rows.map((row) => row.account_id)
}

function mailTransport({ smtp }: Config): MailTransport {
  return smtp === null ? mailboxTransport() : smtpTransport(smtp)
}

function scannerOf({ clamd }: Config): Scanner | null {
  if (clamd === null) return null
  const { host, port, socket, timeoutMs, maxBytes } = clamd
  const place = socket === null ? { port, ...(host === null ? {} : { host }) } : { socket }
  return clamdScanner({ ...place, timeoutMs, maxBytes })
}
