import { isIPv4, isIPv6 } from 'node:net'

/** Stands for whatever a proxy gives that is no address: all of it counts as one caller, and no range holds it. */
export const unknownAddress = 'unknown'

// Some load balancers add the port of the caller.
const withPort = /^(?:\[(?<ipv6>[^\]]+)\]|(?<ipv4>[\d.]+)):\d{1,5}$/

/** An address in its one shortest form, without port and network card; IPv4 written as IPv6 is that IPv4 address. */
export function normalAddress(text: string): string {
  const { ipv6, ipv4 } = withPort.exec(text)?.groups ?? {}
  const [bare = ''] = (ipv6 ?? ipv4 ?? text).split('%', 1)
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return unknownAddress
  const shortest = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const groups = expandGroups(shortest)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff
  if (!isMapped) return shortest
  const octets = groups.slice(6).flatMap((group) => [group >> 8, group & 255])
  return octets.join('.')
}

/**
 * The part of an address that one household or company holds: IPv4 whole, IPv6 by its /64, in which everybody may
 * take as many addresses as they like.
 */
export function networkOf(text: string): string {
  const address = normalAddress(text)
  if (!address.includes(':')) return address
  const network = expandGroups(address).slice(0, 4)
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}

/** The eight groups of an address in its shortest form. */
function expandGroups(address: string): number[] {
  const [head = '', tail = ''] = address.split('::')
  const numbers = (part: string) => part.split(':').flatMap((text) => (text === '' ? [] : parseInt(text, 16)))
  const [first, last] = [numbers(head), numbers(tail)]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}
