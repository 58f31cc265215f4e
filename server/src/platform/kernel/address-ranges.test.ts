import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAddressMatcher, normalAddressRange } from './address-ranges.ts'

describe('Ranges of addresses', () => {
  test('A range is an address or a CIDR range of either family, and nothing else', () => {
    const right = ['203.0.113.7', '10.0.0.0/8', '0.0.0.0/0', '2001:DB8::/32', ' ::1 ', 'fe80::1/128']
    expect(right.map(normalAddressRange)).toEqual([
      '203.0.113.7',
      '10.0.0.0/8',
      '0.0.0.0/0',
      '2001:db8::/32',
      '::1',
      'fe80::1/128',
    ])
    const wrong = [
      '',
      'localhost',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0.0/08',
      '10.0.0/8',
      '1.2.3.4.5',
      '::/129',
    ]
    const odd = [
      '2001:db8::/-1',
      '10.0.0.0/8/8',
      '::ffff:10.0.0.1',
      '0:0:0:0:0:ffff:a00:1',
      'fe80::1%eth0',
      '*',
    ]
    for (const text of [...wrong, ...odd]) expect([text, normalAddressRange(text)]).toEqual([text, null])
  })

  test('A range holds its addresses in every notation, and no others', () => {
    const matches = createAddressMatcher(['203.0.113.0/24', '2001:db8::/32', '192.0.2.1'])
    for (const address of ['203.0.113.255', '::ffff:203.0.113.9', '2001:db8:1::1%eth0', '192.0.2.1']) {
      expect([address, matches(address)]).toEqual([address, true])
    }
    for (const address of ['203.0.114.0', '2001:db9::1', '192.0.2.2', '::1', '', 'nonsense']) {
      expect([address, matches(address)]).toEqual([address, false])
    }
    expect(createAddressMatcher(['nonsense'])('127.0.0.1')).toBe(false)
  })

  test('A range agrees with arithmetic for every IPv4 address and prefix', () => {
    const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
    const number = (parts: readonly number[]) => parts.reduce((sum, part) => sum * 256 + part, 0)
    fc.assert(
      fc.property(octets, octets, fc.nat(32), (network, caller, prefix) => {
        const size = 2 ** (32 - prefix)
        const same = Math.floor(number(network) / size) === Math.floor(number(caller) / size)
        expect(createAddressMatcher([`${network.join('.')}/${prefix}`])(caller.join('.'))).toBe(same)
      }),
    )
  })

  test('Parsing a range never throws, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const kept = normalAddressRange(text)
        if (kept !== null) expect(createAddressMatcher([kept])(kept.split('/', 1)[0] ?? '')).toBe(true)
      }),
    )
  })
})
