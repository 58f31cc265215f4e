import { Logger } from 'graphile-worker'
import { AppError } from '../kernel/index.ts'

/** The part of pino that jobs need; values are identifiers and counts, never what a payload points to. */
export interface JobLog {
  info(values: object, message: string): void
  warn(values: object, message: string): void
  error(values: object, message: string): void
}

/**
 * Graphile Worker writes error messages and whole jobs into its log, and those may name people. We log
 * what its events tell instead.
 */
export const quietLogger = new Logger(() => () => undefined)

/**
 * What may be kept of a fault: its kind, code and place. Messages stay out, because a database or a mail
 * server likes to quote the value it refused.
 */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return 'UnknownFault'
  if (error instanceof AppError) return error.code
  const { code } = error as { code?: unknown }
  const place = /([\w.-]+\.[jt]s:\d+):\d+\)?$/m.exec(error.stack ?? '')?.[1]
  return [error.name, typeof code === 'string' ? code : null, place ? `at ${place}` : null]
    .filter((part) => part !== null)
    .join(' ')
}

/** The same log, each of whose lines says what it is about. */
export function aboutJob(log: JobLog, about: object): JobLog {
  return {
    info: (values, message) => log.info({ ...about, ...values }, message),
    warn: (values, message) => log.warn({ ...about, ...values }, message),
    error: (values, message) => log.error({ ...about, ...values }, message),
  }
}
