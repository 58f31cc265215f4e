/**
 * What the administration journal says of addresses, without what may be a key in them: of webhooks and of requests to
 * providers only scheme and host leave, as in the tables that hold them.
 */
export function shortenAddresses(entry: object): object {
  return shorten(entry) as object
}

const addresses = new Set(['url', 'baseUrl'])

function shorten(value: unknown, name?: string): unknown {
  if (typeof value === 'string') return name !== undefined && addresses.has(name) ? hostOf(value) : value
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Array.isArray(value)) return value.map((each) => shorten(each))
  const isRequest = 'baseUrl' in value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (isRequest && key === 'path') return [key, null]
      if (isRequest && key === 'query') return [key, withoutValues(member)]
      return [key, shorten(member, key)]
    }),
  )
}

const hostOf = (address: string) =>
  URL.canParse(address) ? `${new URL(address).protocol}//${new URL(address).host}` : ''

const withoutValues = (query: unknown) =>
  Object.fromEntries(Object.keys(query ?? {}).map((name) => [name, null]))
