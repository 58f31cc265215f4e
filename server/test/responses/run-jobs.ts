import { answerRatingsTask } from '../../src/domain/datahub/index.ts'
import { answerRegisterStatus } from '../../src/domain/evaluation/checks/register-status.task.ts'
import { examineBankDetails } from '../../src/domain/evaluation/bank/examine-bank-details.ts'
import { guardBankChange } from '../../src/domain/evaluation/bank/guard-bank-change.task.ts'
import { checkResponse } from '../../src/domain/evaluation/checks/check-response.task.ts'
import { checkScans } from '../../src/domain/evaluation/checks/check-scans.task.ts'
import type { SealLimits } from '../../src/domain/evaluation/checks/judge-seals.ts'
import { readDraft } from '../../src/domain/evaluation/checks/read-draft.task.ts'
import { readScanOfDraft } from '../../src/domain/evaluation/checks/read-scan.task.ts'
import type { ScanSettings } from '../../src/domain/evaluation/checks/read-pictures.ts'
import { verdicts } from '../../src/domain/evaluation/checks/verdict/decide-alone.ts'
import { paperCodes } from '../../src/domain/evaluation/checks/codes/codes.ts'
import { printForm } from '../../src/domain/evaluation/files/print-form.task.ts'
import { reuseInOtherDossiers } from '../../src/domain/evaluation/answers/reuse-answers.task.ts'
import { revokeCopies } from '../../src/domain/evaluation/review/revoke-copies.task.ts'
import type { Scanner } from '../../src/platform/files/index.ts'
import type { Handler, TaskName } from '../../src/platform/jobs/index.ts'
import { jobScope, systemClock } from '../../src/platform/kernel/index.ts'
import { testPublicUrl } from '../harness/app.ts'
import type { TestApp } from '../harness/index.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Runs one task as the worker would, in the test's own process. */
export async function runTask<T extends TaskName>(
  t: TestApp,
  task: T,
  handler: Handler<T>,
  payload: Parameters<Handler<T>>[0],
): Promise<void> {
  const { accountId } = payload as { accountId?: number }
  await handler(payload, {
    db: t.db,
    clock: systemClock,
    scope: (accountId === undefined ? null : jobScope(accountId, task)) as never,
    signal: new AbortController().signal,
    attempt: 1,
    isLastAttempt: false,
    log: quiet,
  })
}

interface RunOptions {
  readonly scanner?: Scanner | null
  readonly scans?: ScanSettings | null
  readonly sealLimits?: Partial<SealLimits>
  /** Leaves all other jobs in the queue. */
  readonly only?: readonly TaskName[]
}

/** Takes what the account has queued for its answers and runs it, until nothing is left. Returns what ran. */
export async function runAnswerJobs(
  t: TestApp,
  accountId: number,
  { scanner = null, scans = null, sealLimits, only }: RunOptions = {},
): Promise<string[]> {
  const checks = {
    store: t.store,
    scanner,
    scans,
    publicUrl: testPublicUrl,
    examineBank: examineBankDetails,
    verdicts,
    codes: paperCodes,
    // On a busy machine starting the reader of PDFs takes a while.
    pdfTimeoutMs: 100_000,
    sealLimits: { timeoutMs: 100_000, ...sealLimits },
  }
  const handlers = {
    'responses.check': checkResponse(checks),
    'responses.check-scans': checkScans(checks),
    'responses.read-draft': readDraft({ store: t.store, scanner, scans, pdfTimeoutMs: 100_000 }),
    'responses.read-scan': readScanOfDraft({ store: t.store, scans }),
    'responses.guard-bank-change': guardBankChange({ publicUrl: testPublicUrl }),
    'responses.form-pdf': printForm({ store: t.store }),
    'responses.reuse': reuseInOtherDossiers,
    'responses.revoke-copies': revokeCopies,
    'responses.register-status': answerRegisterStatus,
    'datahub.answer-ratings': answerRatingsTask,
  } as const
  const ran: string[] = []
  for (;;) {
    const { rows } = await t.admin.query<{ id: string; task: keyof typeof handlers; payload: never }>(
      `select j.id, t.identifier as task, j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = any($1) and (j.payload ->> 'accountId')::bigint = $2 order by j.id limit 1`,
      [only ?? Object.keys(handlers), accountId],
    )
    const [job] = rows
    if (!job) return ran
    await runTask(t, job.task, handlers[job.task] as Handler<TaskName>, job.payload)
    await t.admin.query('delete from graphile_worker._private_jobs where id = $1', [job.id])
    ran.push(job.task)
  }
}
