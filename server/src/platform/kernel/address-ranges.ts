import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** As many as an account or an API client may list. */
export const maxAddressRanges = 100

interface Range {
  readonly family: 'ipv4' | 'ipv6'
  readonly address: string
  readonly prefix: number
}

const shape = /^([\da-f:.]+)(?:\/(0|[1-9]\d{0,2}))?$/
// IPv4 in the clothes of IPv6: it would never meet a caller, whose address is compared as IPv4.
const mappedIPv4 = /^(?:0*:){2,}ffff:/

function readRange(text: string): Range | null {
  const [, address = '', length] = shape.exec(text) ?? []
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : null
  if (family === null || mappedIPv4.test(address)) return null
  const bits = family === 'ipv4' ? 32 : 128
  const prefix = length === undefined ? bits : Number(length)
  return prefix > bits ? null : { family, address, prefix }
}

/** One address or a range in CIDR form, IPv4 or IPv6, as it is kept; null for anything else. */
export function normalAddressRange(text: string): string | null {
  const plain = text.trim().toLowerCase()
  return readRange(plain) === null ? null : plain
}

/** Whether an address lies in one of the ranges; those that cannot be read hold nobody. */
export function createAddressMatcher(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges.map(readRange)) {
    if (range) list.addSubnet(range.address, range.prefix, range.family)
  }
  return (address) => {
    // A link-local address may name its network card.
    const [plain = ''] = address.split('%', 1)
    if (isIPv4(plain)) return list.check(plain, 'ipv4')
    return isIPv6(plain) && list.check(plain, 'ipv6')
  }
}
