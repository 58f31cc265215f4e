import type { TracesConfig } from './config-traces.ts'
import { tracing } from './platform/kernel/index.ts'
import { version } from './version.ts'

interface TraceLog {
  info(values: object, message: string): void
  warn(values: object, message: string): void
}

interface Recording {
  readonly process: 'service' | 'worker'
  readonly log: TraceLog
  /** How often spans leave; every few seconds unless told. */
  readonly everyMs?: number
}

/** Records what this process does, where the settings name a collector. Returns what ends it. */
export async function openTraces(
  config: TracesConfig | null,
  { process, log, everyMs }: Recording,
): Promise<() => Promise<void>> {
  if (config === null) return async () => undefined
  const { createRecorder } = await import('./otlp-recorder.ts')
  let isTaken = true
  const recorder = createRecorder({
    ...config,
    process,
    version,
    ...(everyMs !== undefined && { everyMs }),
    onOutcome: (now) => {
      if (now !== isTaken && now) log.info({}, 'the collector takes traces again')
      else if (now !== isTaken)
        log.warn({}, 'the collector does not take traces: those that find no room are lost')
      isTaken = now
    },
  })
  const end = tracing.record(recorder.start)
  return async () => {
    end()
    await recorder.stop()
  }
}
