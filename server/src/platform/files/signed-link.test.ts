import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { signLink, verifyLink } from './signed-link.ts'

const secret = randomBytes(32)
const now = new Date('2026-03-01T10:00:00.000Z')
const claims = {
  accountId: 7,
  fileId: 4211,
  purpose: 'download',
  principal: 'user:12',
  expiresAt: new Date('2026-03-01T10:05:00.000Z'),
}
const token = signLink(secret, claims)

test('A link gives its claims back until it expires', () => {
  expect(token).toMatch(/^[\w-]+\.[\w-]{43}$/)
  expect(verifyLink(secret, token, now)).toEqual(claims)
  expect(verifyLink(secret, token, new Date(claims.expiresAt.getTime() - 1))).toEqual(claims)
  expect(verifyLink(secret, token, claims.expiresAt)).toBe('EXPIRED')
})

test('Any changed character makes a link invalid, even after it expired', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/'
  const changed = [...token].flatMap((original, at) =>
    alphabet
      .split('')
      .filter((character) => character !== original)
      .map((character) => token.slice(0, at) + character + token.slice(at + 1)),
  )
  for (const moment of [now, new Date('2030-01-01T00:00:00Z')]) {
    expect(changed.filter((text) => verifyLink(secret, text, moment) !== 'INVALID')).toEqual([])
  }
})

test.each(['', '.', 'a', 'a.b', token.slice(0, -1), `${token}=`, ` ${token}`, `${token}.`, `.${token}`])(
  'The token %j is invalid',
  (text) => {
    expect(verifyLink(secret, text, now)).toBe('INVALID')
  },
)

test('Another secret does not verify a link', () => {
  expect(verifyLink(randomBytes(32), token, now)).toBe('INVALID')
})

test('No two sets of claims share a token', () => {
  const variants = [
    { ...claims, accountId: 8 },
    { ...claims, fileId: 4212 },
    { ...claims, purpose: 'preview' },
    { ...claims, principal: 'user:1' },
    { ...claims, purpose: 'download,user', principal: '12' },
    { ...claims, expiresAt: now },
  ]
  expect(new Set([token, ...variants.map((variant) => signLink(secret, variant))]).size).toBe(7)
})

test('A short secret is refused', () => {
  expect(() => signLink(randomBytes(31), claims)).toThrow(RangeError)
})
