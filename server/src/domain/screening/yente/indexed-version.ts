import type { YenteDataset } from './yente-client.ts'

export interface IndexedVersion {
  readonly version: string
  /** When its data was put together; null where the catalogue does not say. */
  readonly madeAt: Date | null
  readonly entities: number
}

/**
 * Which version of a dataset the service answers from: its own, or that of the larger one it was indexed with. What is
 * only published is not it. Null when the dataset is unknown or not indexed.
 */
export function indexedVersion(datasets: readonly YenteDataset[], name: string): IndexedVersion | null {
  const own = datasets.find((dataset) => dataset.name === name)
  if (!own) return null
  const holder = isIndexed(own) ? own : datasets.find((it) => isIndexed(it) && holds(datasets, it, name))
  // A service that says of none what it has indexed is an old one.
  const isSilent = !datasets.some(isIndexed)
  const version = isSilent ? own.version : holder?.index_version
  if (!version) return null
  const { updated_at: updated, last_export: exported } = holder ?? own
  const madeAt = momentIn(version) ?? moment(updated) ?? moment(exported)
  return { version, madeAt, entities: own.entity_count ?? 0 }
}

const isIndexed = ({ index_version: version }: YenteDataset) => typeof version === 'string' && version !== ''

/** Whether the dataset is a part of `whole`, or of one of its parts. */
function holds(datasets: readonly YenteDataset[], whole: YenteDataset, name: string): boolean {
  const seen = new Set<string>()
  const waiting = [...(whole.children ?? [])]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (part === name) return true
    if (seen.has(part)) continue
    seen.add(part)
    waiting.push(...(datasets.find((dataset) => dataset.name === part)?.children ?? []))
  }
  return false
}

/** Versions begin with the moment they were made: 20260127125418-igl. */
function momentIn(version: string): Date | null {
  const parts = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:-|$)/.exec(version)
  if (!parts) return null
  const [, year, month, day, hour, minute, second] = parts
  return moment(`${year}-${month}-${day}T${hour}:${minute}:${second}`)
}

/** Its times name no zone and are UTC. */
function moment(wire: string | null | undefined): Date | null {
  if (!wire) return null
  const at = new Date(/(?:Z|[+-]\d{2}:?\d{2})$/.test(wire) ? wire : `${wire}Z`)
  return Number.isNaN(at.getTime()) ? null : at
}
