type Row = { etablissementSiege: unknown; uniteLegale: object }

/** The part of Sirene's query language that Vigie speaks; throws on anything it would not read. */
export function matches(query: string, row: Row): boolean {
  const tokens = query.match(/\(|\)|\b(?:AND|OR)\b|\w+:|"(?:[^"\\]|\\.)*"|[\p{L}\p{N}]+[*~]?|\S/gu) ?? []
  let at = 0
  const take = (expected: string) => tokens[at] === expected && Boolean(++at)
  const either = (read: () => boolean): boolean => {
    let result = read()
    while (take('OR')) result = [read(), result].some(Boolean)
    return result
  }
  const both = (): boolean => {
    let result = clause()
    while (take('AND')) result = [clause(), result].every(Boolean)
    return result
  }
  const closed = (result: boolean): boolean => {
    if (!take(')')) throw new SyntaxError('unclosed')
    return result
  }
  const clause = (): boolean => {
    if (take('(')) return closed(either(both))
    const field = tokens[at++] ?? ''
    if (!/^\w+:$/.test(field)) throw new SyntaxError(`no field: ${field}`)
    const value = valueOf(row, field.slice(0, -1))
    const term = () => fits(tokens[at++] ?? '', value)
    return take('(') ? closed(either(term)) : term()
  }
  const result = both()
  if (at < tokens.length) throw new SyntaxError(`left over: ${tokens[at]}`)
  return result
}

function valueOf({ etablissementSiege, uniteLegale }: Row, field: string): string {
  if (field === 'etablissementSiege') return String(etablissementSiege)
  if (!field.endsWith('UniteLegale')) throw new SyntaxError(`unknown field ${field}`)
  const value: unknown = Object.entries(uniteLegale).find(([name]) => name === field)?.[1]
  return typeof value === 'string' ? value : ''
}

function fits(term: string, value: string): boolean {
  if (!/^(?:"(?:[^"\\]|\\.)*"|[\p{L}\p{N}]+[*~]?)$/u.test(term)) throw new SyntaxError(`no term: ${term}`)
  const words = value.split(/[^\p{L}\p{N}]+/u)
  const bare = term.replaceAll(/^"|"$|[*~]$/g, '')
  if (term.endsWith('*')) return words.some((word) => word.startsWith(bare))
  if (term.endsWith('~')) return words.some((word) => isNear(word, bare))
  return words.includes(bare)
}

/** One letter more, less, or other. */
function isNear(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const shapes = Array.from(long, (_, i) => [long.slice(0, i), long.slice(i + 1)] as const)
  return shapes.some(([start, rest]) => {
    if (short.length === long.length) return short.startsWith(start) && short.endsWith(rest)
    return short === start + rest
  })
}
