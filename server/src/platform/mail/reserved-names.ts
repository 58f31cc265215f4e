/** Nobody can have these: RFC 2606 and RFC 6761 keep them for examples and tests. */
const reservedNames = ['example', 'test', 'invalid', 'localhost', 'example.com', 'example.net', 'example.org']

/** Whether an address is invented: a relay could only send such a mail back. */
export function isReservedAddress(address: string): boolean {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/\.$/, '')
  return reservedNames.some((name) => domain === name || domain.endsWith(`.${name}`))
}
