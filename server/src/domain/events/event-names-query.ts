import { Type } from 'typebox'
import { eventTypes, splitNames, unknownName, type ResourceType } from '../../platform/journal/index.ts'
import { AppError } from '../../platform/kernel/index.ts'

export const namesQuery = Type.Optional(
  Type.String({ maxLength: 4_000, description: 'Event names separated by commas; all when absent.' }),
)

const byName = new Map<string, (typeof eventTypes)[number]>(eventTypes.map((type) => [type.name, type]))

/** Codes of the named events, each once, ascending; null for all. */
export function parseNames(text: string | undefined, resources: readonly ResourceType[]): number[] | null {
  if (text === undefined) return null
  const codes = splitNames(text).map((name) => codeOf(name, resources))
  return [...new Set(codes)].toSorted((a, b) => a - b)
}

function codeOf(name: string, resources: readonly ResourceType[]): number {
  const type = byName.get(name)
  if (!type) {
    const known = eventTypes.filter((one) => resources.includes(one.resourceType)).map((one) => one.name)
    throw unknownName(name, known)
  }
  if (!resources.includes(type.resourceType)) {
    const params = { name, endpoint: '/events' }
    throw new AppError('EVENT_NAME_WRONG_RESOURCE', params, { members: params })
  }
  return type.code
}
