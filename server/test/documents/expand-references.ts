/** A copy of an OpenAPI document in which every reference is replaced by what it points to. */
export function expandReferences<Document>(document: Document): Document {
  const expand = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(expand)
    if (typeof part !== 'object' || part === null) return part
    const { $ref, ...rest } = part as { $ref?: unknown } & Record<string, unknown>
    if (typeof $ref === 'string') return { ...(expand(findReference(document, $ref)) as object), ...rest }
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, expand(one)]))
  }
  return expand(document) as Document
}

export function findReference(document: unknown, reference: string): unknown {
  let found = document
  for (const key of reference.replace('#/', '').split('/')) found = (found as Record<string, unknown>)[key]
  if (found === undefined) throw new Error(`${reference} points nowhere.`)
  return found
}
