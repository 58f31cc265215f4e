import { isIPv4, isIPv6 } from 'node:net'

/**
 * The part of an address that one household or company holds: IPv4 whole, IPv6 by its /64, in which everybody may
 * take as many addresses as they like. An IPv4 address written as IPv6 is that IPv4 address.
 */
export function addressBlock(address: string): string {
  const bare = address.split('%', 1)[0] ?? ''
  if (isIPv4(bare) || !isIPv6(bare)) return bare
  const groups = expandGroups(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an address; the parser of URLs has brought it into its one shortest form before. */
function expandGroups(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (part: string) => part.split(':').flatMap((text) => (text === '' ? [] : parseInt(text, 16)))
  const [first, last] = [numbers(head), numbers(tail ?? '')]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}
