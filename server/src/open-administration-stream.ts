import type { Config } from './config.ts'
import { startAdministrationStream, type AdministrationStream } from './platform/administration/index.ts'
import type { Db } from './platform/db/index.ts'

interface Log {
  error(values: object, message: string): void
}

/** Lines of administration on an output of this process, apart from those of the log; null where nobody wants them. */
export function openAdministrationStream(
  { administrationStream: wanted }: Pick<Config, 'administrationStream'>,
  db: Db,
  log: Log,
): AdministrationStream | null {
  if (wanted === 'off') return null
  const output = wanted === 'stdout' ? process.stdout : process.stderr
  return startAdministrationStream({
    db,
    write: (lines) =>
      new Promise((resolve, reject) => {
        output.write(lines, (error) => (error ? reject(error) : resolve()))
      }),
    onFault: (error) =>
      log.error(
        { fault: error instanceof Error ? error.name : 'unknown' },
        'entries of administration could not be written out, to be tried again',
      ),
  })
}
