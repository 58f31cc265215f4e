// What this process has counted of its own work. Counters are of the process, as the watch of services outside is: code
// deep below counts, whoever serves /metrics shows.
import { Counter, Histogram, type Metric, type Registry } from 'prom-client'
import { dependencies } from '../kernel/index.ts'
import { certificates } from './certificates.ts'
import { LabelValues } from './labels.ts'
import { addMetric } from './read-metrics.ts'

const taskLabels = new LabelValues()

const jobRuns = new Counter({
  name: 'vigie_job_runs_total',
  help: 'Runs of jobs in this process, by task and by what came of them: done, retried, failed (for good), handed-back, superseded',
  labelNames: ['task', 'result'] as const,
  registers: [],
})
const jobDurations = new Histogram({
  name: 'vigie_job_duration_seconds',
  help: 'How long a run of a job took in this process, by task',
  labelNames: ['task'] as const,
  buckets: [0.1, 1, 10, 60, 600],
  registers: [],
})

export function countJob({ task, result, seconds }: { task: string; result: string; seconds: number }): void {
  const label = taskLabels.of(task)
  jobRuns.inc({ task: label, result })
  jobDurations.observe({ task: label }, seconds)
}

const mailResults = ['sent', 'retried', 'refused', 'failed', 'withheld'] as const
const mailAttempts = new Counter({
  name: 'vigie_mail_attempts_total',
  help: 'Attempts of this process to send a mail: sent, retried (to be tried again), refused (by the relay, for good), failed (given up), withheld (an address for examples)',
  labelNames: ['result'] as const,
  registers: [],
})
// From the start, or the first one would be no increase.
for (const result of mailResults) mailAttempts.inc({ result }, 0)
export const countMail = (result: (typeof mailResults)[number]) => mailAttempts.inc({ result })

const webhookResults = ['delivered', 'failed'] as const
const webhookAttempts = new Counter({
  name: 'vigie_webhook_attempts_total',
  help: 'Requests of this process to webhooks: delivered, or failed (most are tried again)',
  labelNames: ['result'] as const,
  registers: [],
})
for (const result of webhookResults) webhookAttempts.inc({ result }, 0)
export const countWebhook = (result: (typeof webhookResults)[number]) => webhookAttempts.inc({ result })

const outsideDurations = new Histogram({
  name: 'vigie_dependency_duration_seconds',
  help: 'How long a use of a service outside took, failed ones included, retries within it too',
  labelNames: ['dependency'] as const,
  buckets: [0.1, 0.5, 1, 5, 10, 30],
  registers: [],
})
dependencies.onUse(({ dependency, seconds }) => outsideDurations.observe({ dependency }, seconds))

const screeningRuns = new Counter({
  name: 'vigie_screening_runs_total',
  help: 'Companies screened by this process, by what made it do so',
  labelNames: ['trigger'] as const,
  registers: [],
})
const screeningHits = new Counter({
  name: 'vigie_screening_hits_total',
  help: 'Hits that screenings of this process opened or opened again, for somebody to review',
  registers: [],
})
export function countScreened(trigger: string, opened: number): void {
  screeningRuns.inc({ trigger })
  screeningHits.inc(opened)
}

const storedBytes = new Counter({
  name: 'vigie_storage_written_bytes_total',
  help: 'Bytes of files that this process has received and stored',
  registers: [],
})
const storedFiles = new Counter({
  name: 'vigie_storage_written_files_total',
  help: 'Files that this process has received and stored',
  registers: [],
})
const deletedFiles = new Counter({
  name: 'vigie_storage_deleted_files_total',
  help: 'Files that this process has deleted from the store',
  registers: [],
})
export function countStoredFile(bytes: number): void {
  storedBytes.inc(bytes)
  storedFiles.inc()
}
export const countDeletedFile = () => deletedFiles.inc()

const contradictions = new Counter({
  name: 'vigie_journal_contradictions_total',
  help: 'Times this process found a journal that contradicts its last checkpoint',
  registers: [],
})
export const countContradiction = () => contradictions.inc()

const all: readonly Metric[] = [
  jobRuns,
  jobDurations,
  mailAttempts,
  webhookAttempts,
  outsideDurations,
  screeningRuns,
  screeningHits,
  storedBytes,
  storedFiles,
  deletedFiles,
  contradictions,
]

export function registerProcessMetrics(registry: Registry): void {
  for (const metric of all) registry.registerMetric(metric)
  addMetric(registry, {
    name: 'certificate_expiry_seconds',
    help: 'Time until the certificate ends that a service outside has shown this process; of several the first to end',
    type: 'gauge',
    read: (put) => {
      for (const [dependency, endsAt] of certificates.ends())
        put((endsAt - Date.now()) / 1000, { dependency })
    },
  })
}
