import type { SpanStart } from '../kernel/index.ts'

const literal = /'[^']*'/g
const comment = /\/\*[^*]*\*\//g
const verb = /^[\s(]*([a-z]+)/i
const table = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][\w.]*)"?/i
const mostKept = 1_000
const kept = new Map<string, SpanStart>()

/** A statement by what it does and the first table it names: never a value, and not the text, which may hold some. */
export function describeStatement(text: string): SpanStart {
  const known = kept.get(text)
  if (known !== undefined) return known
  const bare = text.replace(literal, '').replace(comment, '')
  const operation = verb.exec(bare)?.[1]?.toLowerCase() ?? 'statement'
  const collection = table.exec(bare)?.[1]
  const described: SpanStart = {
    name: collection === undefined ? operation : `${operation} ${collection}`,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(collection !== undefined && { 'db.collection.name': collection }),
    },
  }
  if (kept.size < mostKept) kept.set(text, described)
  return described
}

/** The work of one transaction, or of reads that need none. */
export const describeWork = (operation: string) => (): SpanStart => ({
  name: `database ${operation}`,
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation },
})
