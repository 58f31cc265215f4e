import type { Settings } from './config-readers.ts'

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Where spans go, and how many; null: nobody records any. */
export interface TracesConfig {
  /** Of the traces alone. */
  readonly url: string
  readonly serviceName: string
  readonly sampler: (typeof samplers)[number]
  /** Share of the traces that begin here, for the samplers by ratio. */
  readonly ratio: number
  /** For the collector; secret. */
  readonly headers: Readonly<Record<string, string>>
}

/** By the names that OpenTelemetry gives them. */
export function readTraces(settings: Settings): TracesConfig | null {
  const endpoint = settings.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http', 'https'])
  const sampler = settings.choice('OTEL_TRACES_SAMPLER', samplers, 'parentbased_always_on')
  const ratio = readRatio(settings)
  const headers = readHeaders(settings)
  if (endpoint === null) return null
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  return { url, serviceName: settings.text('OTEL_SERVICE_NAME', 'vigie'), sampler, ratio, headers }
}

function readRatio(settings: Settings): number {
  const ratio = Number(settings.text('OTEL_TRACES_SAMPLER_ARG', '1'))
  if (!(ratio >= 0 && ratio <= 1)) settings.fault('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.')
  return ratio
}

const headerPattern = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\t\x20-\x7e]*?)\s*$/

/** `name=value,name=value`, values percent-encoded as in baggage. The fault quotes nothing: they are secrets. */
function readHeaders(settings: Settings): Record<string, string> {
  const headers: Record<string, string> = {}
  const text = settings.optional('OTEL_EXPORTER_OTLP_HEADERS') ?? ''
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [, name, value] = headerPattern.exec(part) ?? []
    const decoded = value === undefined ? null : decode(value)
    if (name === undefined || decoded === null) {
      settings.fault('OTEL_EXPORTER_OTLP_HEADERS must be a list like name=value,name=value.')
      return {}
    }
    headers[name] = decoded
  }
  return headers
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
