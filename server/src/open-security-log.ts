import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { DestinationStream } from 'pino'
import type { Registry } from 'prom-client'
import { ConfigurationError } from './config-readers.ts'
import type { Config } from './config.ts'
import type { LinesPlace, LogsConfig } from './config-logs.ts'
import { createSecurityLog } from './domain/accounts/index.ts'
import { startAdministrationStream, type AdministrationStream } from './platform/administration/index.ts'
import type { Db } from './platform/db/index.ts'
import { writerTo, type LogWriter } from './platform/http/index.ts'
import type { SecurityLog } from './platform/kernel/index.ts'

interface Log {
  error(values: object, message: string): void
}

/** Where lines about security go, apart from those of the log: what happens here, and what the journals tell. */
export interface SecurityStream {
  /** Takes one line of what happens in this process; null where nobody wants them. */
  readonly write: ((line: string) => void) | null
  /** Follows the administration journals until it is stopped; null where nobody wants them. */
  follow(db: Db, log: Log): AdministrationStream | null
}

export function openSecurityStream(config: LogsConfig & Pick<Config, 'processes'>): SecurityStream {
  const { securityLog, administrationStream, processes } = config
  const events = openPlace(securityLog, processes.logFileBytes)
  const journals = isSame(securityLog, administrationStream)
    ? events
    : openPlace(administrationStream, processes.logFileBytes)
  return {
    write: events && ((line) => events.write(line)),
    follow: (db, log) => journals && followJournals(journals, db, log),
  }
}

interface Outputs {
  readonly log: { readonly stream?: DestinationStream }
  /** Without it they are lines of the log. */
  readonly security?: SecurityStream['write']
}

/** Of a service: what happens at its door and behind it. */
export function openSecurityLog({ security, log: { stream } }: Outputs, registry: Registry): SecurityLog {
  const write = security === undefined && stream ? (line: string) => stream.write(line) : (security ?? null)
  return createSecurityLog({ write, process: 'service', registry })
}

/** For a command: what it does stands in the journals, and its output is its answer; a file alone gets its lines too. */
export function openSecurityFile({ securityLog, processes }: LogsConfig & Pick<Config, 'processes'>) {
  const isChosen = typeof securityLog === 'object' && !securityLog.turnsOver
  const writer = isChosen ? openPlace(securityLog, processes.logFileBytes) : null
  return writer && ((line: string) => writer.write(line))
}

function openPlace(place: LinesPlace, maxBytes: number): LogWriter | null {
  if (place === 'off') return null
  if (typeof place === 'string') return writerTo({ output: place })
  try {
    // Of the data folder, which this process may be the first to need.
    if (place.turnsOver) mkdirSync(path.dirname(place.file), { recursive: true, mode: 0o711 })
    return writerTo({ file: place.file, ...(place.turnsOver && { maxBytes }) })
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new ConfigurationError(`The file of SECURITY_LOG, ${place.file}, cannot be written (${code}).`)
  }
}

function isSame(one: LinesPlace, other: LinesPlace): boolean {
  return typeof one === 'object' && typeof other === 'object' ? one.file === other.file : one === other
}

function followJournals(writer: LogWriter, db: Db, log: Log): AdministrationStream {
  return startAdministrationStream({
    db,
    write: (lines) => writer.deliver(lines),
    onFault: (error) =>
      log.error(
        { fault: error instanceof Error ? error.name : 'unknown' },
        'entries of administration could not be written out, to be tried again',
      ),
  })
}
