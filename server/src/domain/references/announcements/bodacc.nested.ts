import { checkSiren } from '../../../platform/kernel/index.ts'
import { repairEncoding } from './french-text.ts'

type Node = Record<string, unknown>

/** The object behind a nested field; empty when the field is, or when what it holds is broken. */
export function parseNested(field: unknown): Node {
  if (typeof field !== 'string') return isNode(field) ? field : {}
  try {
    const value: unknown = JSON.parse(field)
    return isNode(value) ? value : {}
  } catch {
    return {}
  }
}

/** The text at a path, mended and trimmed; numbers are taken as their digits. */
export function textAt(node: unknown, ...path: readonly string[]): string | null {
  let value = node
  for (const member of path) value = isNode(value) ? value[member] : undefined
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? repairEncoding(value).trim() : null
}

/** Every valid company number below a value: persons come alone or in lists, and people have theirs elsewhere. */
export function sirensIn(value: unknown, depth = 0): string[] {
  // Far deeper than any announcement; a hostile nesting ends here.
  if (typeof value !== 'object' || value === null || depth > 10) return []
  return Object.entries(value).flatMap(([member, child]) => {
    const isNumber = member === 'numeroIdentification' || member === 'numeroIdentificationRM'
    return isNumber ? sirensOfText(child) : sirensIn(child, depth + 1)
  })
}

export function sirensOfText(text: unknown): string[] {
  const verdict = checkSiren(String(text))
  return verdict.ok ? [verdict.value] : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
