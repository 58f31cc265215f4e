import { BlockList, isIPv4, isIPv6 } from 'node:net'

type Subnet = readonly [network: string, prefix: number]

// A list: IPv4 networks that do not lead into the open internet, after the registry of special purposes.
const special4: readonly Subnet[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Looks public, and is the host of a machine in Azure: metadata, keys, health.
  ['168.63.129.16', 32],
]

// All that is in use of IPv6 lies here. Loopback, local, mapped, compatible and translated (64:ff9b) addresses do not.
const open6: readonly Subnet[] = [['2000::', 3]]
const special6: readonly Subnet[] = [
  // Protocols, among them Teredo and benchmarking.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 carries an IPv4 address, whichever.
  ['2002::', 16],
  ['3fff::', 20],
]

const refused4 = listOf(special4, 'ipv4')
const global6 = listOf(open6, 'ipv6')
const refused6 = listOf(special6, 'ipv6')

/** Whether the address belongs to the open internet; whatever is not understood does not. */
export function isGlobalAddress(address: string): boolean {
  if (isIPv4(address)) return !refused4.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return global6.check(address, 'ipv6') && !refused6.check(address, 'ipv6')
}

function listOf(subnets: readonly Subnet[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family)
  return list
}
