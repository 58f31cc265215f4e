import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAddressMatcher } from './address-ranges.ts'
import { networkOf, normalAddress, unknownAddress } from './network-address.ts'

const group = fc.integer({ min: 0, max: 0xff_ff })
const half = fc.tuple(group, group, group, group)
const written = (groups: readonly number[]) => groups.map((n) => n.toString(16)).join(':')

describe('Network addresses', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7', '192.0.2.7'],
    ['2001:0DB8:0000:0000:ffff:1:2:3', '2001:db8::ffff:1:2:3', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::1', 'fe80:0:0:0::/64'],
    ['::1', '::1', '0:0:0:0::/64'],
    ['192.0.2.7:5678', '192.0.2.7', '192.0.2.7'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201', '64:ff9b:0:0::/64'],
  ])('The address %s is stored as %s and counted as %s', (address, kept, network) => {
    expect([normalAddress(address), networkOf(address)]).toEqual([kept, network])
  })

  test.each([
    '',
    '10.256.0.0',
    '10.0.0',
    '1.2.3.4:567890',
    '2001:db8::1]:443',
    'unknown',
    '_hidden',
    '<script>',
    '::ffff:1.2.3.999',
  ])('An invalid address such as "%s" is unknown', (text) => {
    expect([normalAddress(text), networkOf(text)]).toEqual([unknownAddress, unknownAddress])
  })

  test('An address is in the same network as every other of its /64, and in another one outside', () => {
    fc.assert(
      fc.property(half, half, half, (network, a, b) => {
        fc.pre(network.some((one) => one !== 0))
        expect(networkOf(written([...network, ...a]))).toBe(networkOf(written([...network, ...b])))
        const next = [network[0], network[1], network[2], network[3] ^ 1, ...a]
        expect(networkOf(written(next))).not.toBe(networkOf(written([...network, ...a])))
      }),
    )
  })

  test('An address is never stored as it came: it is valid or unknown, and normalising twice changes nothing', () => {
    const near = fc.stringMatching(/^[\d.:a-f%]{0,45}$/)
    const real = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      half.map((host) => `::ffff:${host.map((n) => n % 256).join('.')}`),
    )
    fc.assert(
      fc.property(fc.oneof(fc.string(), near, real), fc.constantFrom('', '%eth0'), (text, zone) => {
        const kept = normalAddress(text + zone)
        expect(kept === unknownAddress || isIP(kept) > 0).toBe(true)
        expect(normalAddress(kept)).toBe(kept)
        if (isIP(text) > 0) expect(kept).not.toBe(unknownAddress)
        expect(networkOf(kept)).toBe(networkOf(text + zone))
        expect(createAddressMatcher(['0.0.0.0/0', '::/0'])(kept)).toBe(kept !== unknownAddress)
      }),
      { numRuns: 2_000 },
    )
  })
})
