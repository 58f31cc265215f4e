import { expect, test } from 'vitest'
import { faultOf } from './password-rules.ts'

test('A password is refused before it is sent when the server surely would', () => {
  const cases = [
    ['', 'missing'],
    ['eleven char', 'short'],
    ['😀'.repeat(11), 'short'],
    ['abcdefabcdef', 'monotonous'],
    ['aaaabbbbcccc', 'monotonous'],
    ['ABCABCabcabc', 'monotonous'],
    ['lantern over quiet water', null],
    ['x'.repeat(990) + 'lantern over', 'long'],
    ['lantern over'.padEnd(1_000, 'quiet'), null],
  ] as const
  expect(cases.map(([password]) => faultOf(password))).toEqual(cases.map(([, fault]) => fault))
})
