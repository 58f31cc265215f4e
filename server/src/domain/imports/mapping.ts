import { AppError } from '../../platform/kernel/index.ts'

/** From headings of the file to fields; null for a column that is not read. */
export type HeadingMapping = Readonly<Record<string, string | null>>

/** The parameter as it was sent: a JSON object from headings to some of these fields. */
export function parseMapping(
  text: string | undefined,
  fields: readonly string[],
): HeadingMapping | undefined {
  if (text === undefined) return undefined
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw invalidMapping(text, fields)
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw invalidMapping(text, fields)
  for (const [heading, field] of Object.entries(given))
    if (typeof field !== 'string' && field !== null) throw invalidMapping(heading, fields)
  return given as HeadingMapping
}

export function invalidMapping(entry: string, fields: readonly string[]): AppError {
  const params = { entry: entry.slice(0, 60), known: fields.slice(0, 50).join(', ') }
  return new AppError('IMPORT_MAPPING_INVALID', params, { members: { parameter: 'mapping' } })
}
