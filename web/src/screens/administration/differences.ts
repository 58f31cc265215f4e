type DifferenceTexts = Readonly<Record<string, unknown>> | null

export interface Difference {
  field: string
  before: unknown
  after: unknown
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Field by field, groups taken apart: `secondFactor.demand`. What stayed the same is left out. */
export function differencesOf(before: DifferenceTexts, after: DifferenceTexts, prefix = ''): Difference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.flatMap((name) => {
    const [was, is] = [before?.[name], after?.[name]]
    const field = `${prefix}${name}`
    const given = [was, is].filter((value) => value !== undefined && value !== null)
    if (given.length > 0 && given.every(isGroup)) {
      return differencesOf(isGroup(was) ? was : null, isGroup(is) ? is : null, `${field}.`)
    }
    return JSON.stringify(was) === JSON.stringify(is) && before !== null && after !== null
      ? []
      : [{ field, before: was, after: is }]
  })
}
