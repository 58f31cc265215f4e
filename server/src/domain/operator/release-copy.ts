import { recordOperatorAct } from '../../platform/administration/index.ts'
import { findQuarantine, withAccount, type Quarantine, type Tx } from '../../platform/db/index.ts'
import {
  countJobsByTask,
  dropJobs,
  fallsDue,
  freeCopiedJobs,
  lastScheduled,
  type ScheduleItem,
  type TaskCounts,
} from '../../platform/jobs/index.ts'
import { countWaitingMails, dropMails } from '../../platform/mail/index.ts'
import { listAccounts } from '../accounts/index.ts'
import { countWaitingDeliveries, dropDeliveries } from '../webhooks/index.ts'
import { mailsOf } from './act-on-jobs.ts'

/** Of the operator's own mails, such as those with checkpoints. */
const operatorsOwn = { accountId: 0, name: '(operator)' }

export interface AccountBacklog {
  accountId: number
  name: string
  mails: number
  recipients: number
  deliveries: number
  untold: number
}

/** What a copy would do once it is released, part of which has been done since by the installation that was copied. */
export interface ReleasePlan {
  quarantine: Quarantine
  accounts: AccountBacklog[]
  jobs: TaskCounts[]
  /** Tasks of the schedule that would be made up for. */
  schedule: string[]
}

export async function planRelease(
  tx: Tx,
  { schedule, now }: { schedule: readonly ScheduleItem[]; now: Date },
): Promise<ReleasePlan> {
  const quarantine = await requireQuarantine(tx)
  const accounts: AccountBacklog[] = []
  for (const { accountId, name } of [operatorsOwn, ...(await listAccounts(tx))]) {
    const backlog = await withAccount(tx, accountId, async () => ({
      ...(await countWaitingMails(tx, { accountId })),
      ...(await countWaitingDeliveries(tx, { accountId })),
    }))
    if (Object.values(backlog).some((count) => count > 0)) accounts.push({ accountId, name, ...backlog })
  }
  const last = await lastScheduled(tx)
  const due = schedule.filter((item) => {
    const at = last.get(item.task)
    return at !== undefined && fallsDue(item, at, now)
  })
  return { quarantine, accounts, jobs: await countJobsByTask(tx), schedule: due.map(({ task }) => task) }
}

export interface ReleaseWish {
  readonly dropMails: boolean
  readonly dropWebhooks: boolean
  /** What is older is dropped; null for the moment the copy was taken. */
  readonly before: Date | null
  readonly now: Date
}

export interface Released {
  droppedMails: number
  droppedDeliveries: number
}

/** Drops what shall not be sent again and lets the rest go on, all or nothing. */
export async function releaseCopy(tx: Tx, wish: ReleaseWish): Promise<Released> {
  const { copyTakenAt, restoredAt } = await requireQuarantine(tx)
  const before = wish.before ?? copyTakenAt
  await freeCopiedJobs(tx)
  const concerned = new Set<number>()
  let droppedMails = 0
  let droppedDeliveries = 0
  if (wish.dropMails) {
    const jobs = await dropJobs(tx, { task: 'mail.send', createdBefore: before })
    for (const [accountId, mailIds] of mailsOf(jobs)) {
      const dropped = { mailIds, reason: 'RESTORED' } as const
      droppedMails += await withAccount(tx, accountId, () => dropMails(tx, { accountId }, dropped))
      concerned.add(accountId)
    }
  }
  if (wish.dropWebhooks) {
    const dropped = { before, now: wish.now, skipUntold: before >= copyTakenAt }
    for (const { accountId } of await listAccounts(tx)) {
      const count = await withAccount(tx, accountId, () => dropDeliveries(tx, { accountId }, dropped))
      if (count > 0) concerned.add(accountId)
      droppedDeliveries += count
    }
  }
  await tx.deleteFrom('quarantine').execute()
  concerned.delete(operatorsOwn.accountId)
  recordOperatorAct(tx, 'restore release', {
    name: 'COPY_RELEASED',
    after: { copyTakenAt, restoredAt, before, droppedMails, droppedDeliveries },
    accountIds: [...concerned],
  })
  return { droppedMails, droppedDeliveries }
}

/** For a drill: what runs here rests within seconds. */
export async function beginQuarantine(tx: Tx, now: Date): Promise<void> {
  if ((await findQuarantine(tx)) !== null) return
  await tx.insertInto('quarantine').values({ copy_taken_at: now, restored_at: now }).execute()
  recordOperatorAct(tx, 'restore quarantine', { name: 'COPY_QUARANTINED', accountIds: [] })
}

async function requireQuarantine(tx: Tx): Promise<Quarantine> {
  const quarantine = await findQuarantine(tx)
  if (quarantine === null) throw new Error('This database is not in quarantine; there is nothing to release.')
  return quarantine
}
