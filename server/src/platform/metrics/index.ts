export { certificates } from './certificates.ts'
export { LabelValues, toLabel } from './labels.ts'
export {
  countContradiction,
  countDeletedFile,
  countJob,
  countMail,
  countScreened,
  countStoredFile,
  countWebhook,
  registerProcessMetrics,
} from './process-metrics.ts'
export { addCounts, addGauge, addMetric } from './read-metrics.ts'
export { addReading, SharedReading, type ReadGauge } from './shared-reading.ts'
