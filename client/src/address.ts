/** The address of a call: its path with the values put in, and its query. */
export function addressOf(baseUrl: string, template: string, path: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(path))
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  )
  const search = queryParts(query).join('&')
  return search === '' ? `${baseUrl}${filled}` : `${baseUrl}${filled}?${search}`
}

/**
 * Members of an object are parameters of their own. A parameter comes once: the service reads several values from one
 * text with commas, and refuses a parameter that is repeated.
 */
function queryParts(query: object): string[] {
  return Object.entries(query).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined || value === null) return []
    // Nothing chosen is no condition.
    if (Array.isArray(value)) return value.length === 0 ? [] : `${name}=${value.map(encodeValue).join(',')}`
    return typeof value === 'object' ? queryParts(value) : `${name}=${encodeValue(value)}`
  })
}

const encodeValue = (value: unknown) => encodeURIComponent(String(value))
