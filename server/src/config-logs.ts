import path from 'node:path'
import type { Settings } from './config-readers.ts'

/** An output of the process, or a file. */
export type LinesPlace = 'off' | 'stdout' | 'stderr' | LinesFile

export interface LinesFile {
  readonly file: string
  /** Whether it makes place for a new one when it is large, as on a desk; elsewhere that is for whoever keeps it. */
  readonly turnsOver: boolean
}

export interface LogsConfig {
  readonly logLevel: string
  /** Where what concerns security is written to, a line each. */
  readonly securityLog: LinesPlace
  /** Where each entry of the administration journals is written to as a line. */
  readonly administrationStream: LinesPlace
}

const outputs = ['off', 'stdout', 'stderr'] as const
const isOutput = (text: string): text is (typeof outputs)[number] =>
  (outputs as readonly string[]).includes(text)

export function readLogs(
  settings: Settings,
  { production, dataDir }: { readonly production: boolean; readonly dataDir: string },
): LogsConfig {
  const chosen = readPlace(settings)
  // Outside production the output is for people.
  const usual = production ? 'stdout' : { file: path.join(dataDir, 'security.log'), turnsOver: true }
  // Its own setting came first and still counts; otherwise whoever chose a place for the one gets both there.
  const isAlone = settings.optional('ADMINISTRATION_STREAM') !== null
  const alone = settings.choice('ADMINISTRATION_STREAM', outputs, 'off')
  return {
    logLevel: settings.choice('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    securityLog: chosen ?? usual,
    administrationStream: isAlone ? alone : (chosen ?? 'off'),
  }
}

function readPlace(settings: Settings): LinesPlace | null {
  const text = settings.optional('SECURITY_LOG')
  if (text === null || isOutput(text)) return text
  // Otherwise a mistyped word would become a file that nobody looks for.
  if (!/[/\\]/.test(text)) settings.fault('SECURITY_LOG must be off, stdout, stderr or the path of a file.')
  return { file: path.resolve(text), turnsOver: false }
}
