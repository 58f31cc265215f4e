import {
  operatorScope,
  recordAdministration,
  recordOperatorAct,
  type OperatorAct,
} from '../../platform/administration/index.ts'
import { withAccount, type Tx } from '../../platform/db/index.ts'
import { dropJobs, retryJobs, type ChangedJob, type JobFilter } from '../../platform/jobs/index.ts'
import { dropMails, requeueMails } from '../../platform/mail/index.ts'

/** Lets jobs run again at once, as if they had just been queued. A mail that was given up with its job is tried again. */
export async function retryChosenJobs(tx: Tx, act: OperatorAct, filter: JobFilter): Promise<ChangedJob[]> {
  const jobs = await retryJobs(tx, filter)
  for (const [accountId, mailIds] of mailsOf(jobs))
    await withAccount(tx, accountId, () => requeueMails(tx, { accountId }, mailIds))
  if (jobs.length > 0) {
    recordAdministration(tx, operatorScope(act), { name: 'JOBS_RETRIED', after: describeJobs(jobs, filter) })
  }
  return jobs
}

/** Takes jobs out of the queue for good, mails with the jobs that would send them. Each account concerned is told. */
export async function dropChosenJobs(tx: Tx, act: OperatorAct, filter: JobFilter): Promise<ChangedJob[]> {
  const jobs = await dropJobs(tx, filter)
  for (const [accountId, mailIds] of mailsOf(jobs))
    await withAccount(tx, accountId, () => dropMails(tx, { accountId }, { mailIds, reason: 'DROPPED' }))
  const accountIds = [...new Set(jobs.flatMap(({ accountId }) => accountId || []))]
  if (jobs.length > 0) {
    const after = describeJobs(jobs, filter)
    recordOperatorAct(tx, act, { name: 'JOBS_DROPPED', after, accountIds })
  }
  return jobs
}

/** Numbers and names of tasks only. */
function describeJobs(jobs: readonly ChangedJob[], { state }: JobFilter) {
  const tasks: Record<string, number> = {}
  for (const { task } of jobs) tasks[task] = (tasks[task] ?? 0) + 1
  return { count: jobs.length, tasks, ...(state && { state }) }
}

export function mailsOf(jobs: readonly ChangedJob[]): Map<number, number[]> {
  const mails = new Map<number, number[]>()
  for (const { task, accountId, mailId } of jobs) {
    if (task !== 'mail.send' || accountId === null || mailId === null) continue
    mails.set(accountId, [...(mails.get(accountId) ?? []), mailId])
  }
  return mails
}
