import type { Config } from './config.ts'
import { recomputeAttributes } from './domain/attributes/index.ts'
import { importThirdParties } from './domain/imports/index.ts'
import { completeIdentity, refreshPortfolios, refreshSlice } from './domain/thirdparties/index.ts'
import type { References } from './domain/references/index.ts'
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
import type { Clock } from './platform/kernel/index.ts'
import { mailboxTransport, sendMail, smtpTransport, type MailTransport } from './platform/mail/index.ts'

export interface WorkerDeps {
  config: Config
  appUrl: string
  clock: Clock
  references: References
  log: JobLog
}

const idempotencyHours = 48

const schedule: readonly ScheduleItem[] = [
  { task: 'identity.refresh', payload: {}, pattern: '*/10 * * * *', catchUpMs: 600_000 },
  { task: 'idempotency.purge', payload: {}, pattern: '17 * * * *', catchUpMs: 3_600_000 },
  { task: 'sessions.purge', payload: {}, pattern: '43 * * * *', catchUpMs: 3_600_000 },
  { task: 'journal.partitions', payload: {}, pattern: '5 3 * * *', catchUpMs: 86_400_000 },
]

/** Every task of the product, bound by hand to what runs it. */
export function startWorkers({ config, appUrl, clock, references, log }: WorkerDeps): Promise<Worker> {
  const handlers: Handlers = {
    'mail.send': sendMail(mailTransport(config)),
    'identity.complete': completeIdentity({ references }),
    'identity.refresh': refreshPortfolios({ accountIds }),
    'identity.refresh-slice': refreshSlice({ references }),
    'thirdparties.import': importThirdParties({ references, maxRows: config.imports.maxRows }),
    'attributes.recompute': recomputeAttributes,
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
