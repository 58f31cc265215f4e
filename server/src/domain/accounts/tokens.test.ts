import { randomBytes } from 'node:crypto'
import {
  decodeJwt,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  type CryptoKey,
  type JWK,
} from 'jose'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsFixture, publicUrl, type Fixture } from '../../../test/accounts/accounts-fixture.ts'
import { createAccounts } from './service.ts'
import { deriveKey, unseal } from './secrets.ts'

let fixture: Fixture
let good: string
let kid: string
let privateKey: CryptoKey
let publicJwk: JWK
beforeAll(async () => {
  fixture = await accountsFixture()
  good = await fixture.tokenOf(await fixture.client(await fixture.account()))
  const { rows } = await fixture.database.admin.query('select * from signing_key')
  const row = rows[0] as { kid: string; public_jwk: JWK; sealed_private_jwk: Buffer }
  kid = row.kid
  publicJwk = row.public_jwk
  const sealing = deriveKey(fixture.secretKey, 'signing keys')
  const plain = unseal(sealing, kid, row.sealed_private_jwk)
  privateKey = (await importJWK(JSON.parse(String(plain)) as JWK, 'EdDSA')) as CryptoKey
})
afterAll(() => fixture.close())

const authenticate = (token: string) => fixture.service.authenticator.authenticate(token)
const codeOf = (token: string) =>
  authenticate(token).then(
    () => 'ACCEPTED',
    (error: { code?: string }) => error.code,
  )
const seconds = () => Math.floor(fixture.clock.now().getTime() / 1000)

/** Signed with our true key unless told otherwise: what is refused is refused for the change alone. */
function forge(
  change: { claims?: object; header?: Record<string, unknown> } = {},
  key: CryptoKey | Uint8Array = privateKey,
): Promise<string> {
  const header = { alg: 'EdDSA', typ: 'at+jwt', kid, ...change.header }
  const defined = Object.entries(header).filter(([, value]) => value !== undefined)
  return new SignJWT({ ...(decodeJwt(good) as object), ...change.claims })
    .setProtectedHeader(Object.fromEntries(defined) as { alg: string })
    .sign(key)
}
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

it('A token in the name of a person is refused without a sign-in behind it, even when signed with our key', async () => {
  const accountId = await fixture.account()
  const userId = await fixture.user(accountId, 'nobody@people.example', ['ADMIN'])
  const claims = { ...decodeJwt(good), sub: `user:${userId}`, accounts: [accountId] }
  for (const sid of [undefined, '00000000-0000-4000-8000-000000000000'])
    expect(await codeOf(await forge({ claims: { ...claims, sid } }))).toBe('AUTH_TOKEN_REVOKED')
})

describe('Bearer tokens', () => {
  it('A correct token is accepted, so that the cases below can fail', async () => {
    expect(await codeOf(await forge())).toBe('ACCEPTED')
  })

  it.each([
    ['another typ', { header: { typ: 'JWT' } }],
    ['no typ', { header: { typ: undefined } }],
    ['no kid', { header: { kid: undefined } }],
    ['an unknown kid', { header: { kid: 'unknown' } }],
    ['a kid that climbs', { header: { kid: '../../../../dev/null' } }],
    ['a kid with SQL', { header: { kid: "x' or '1'='1" } }],
    ['jku', { header: { jku: 'https://evil.example/jwks.json' } }],
    ['x5u', { header: { x5u: 'https://evil.example/cert' } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'other' } }],
    ['a list of audiences', { claims: { aud: ['vigie', 'other'] } }],
    ['a list with our audience only', { claims: { aud: ['vigie'] } }],
    ['a strange subject', { claims: { sub: 'user:1 or 1=1' } }],
    ['accounts that are no numbers', { claims: { accounts: ['1'] } }],
    ['no version', { claims: { ver: undefined } }],
    ['no jti', { claims: { jti: undefined } }],
    ['no exp', { claims: { exp: undefined } }],
  ])('A token with %s is invalid', async (_, change) => {
    expect(await codeOf(await forge(change))).toBe('AUTH_TOKEN_INVALID')
  })

  it('A token that brings its own key, or a critical extension, is invalid', async () => {
    const own = await generateKeyPair('EdDSA', { extractable: true })
    const jwk = await exportJWK(own.publicKey)
    expect(await codeOf(await forge({ header: { jwk } }, own.privateKey))).toBe('AUTH_TOKEN_INVALID')
    expect(await codeOf(await forge({}, own.privateKey))).toBe('AUTH_TOKEN_INVALID')
    const [, payload] = good.split('.')
    const critical = encode({ alg: 'EdDSA', typ: 'at+jwt', kid, crit: ['x'], x: 1 })
    expect(await codeOf(`${critical}.${payload}.AAAA`)).toBe('AUTH_TOKEN_INVALID')
  })

  it('A token without signature, or signed with the public key as a password, is invalid', async () => {
    const payload = encode(decodeJwt(good))
    for (const alg of ['none', 'None', 'NONE']) {
      const head = encode({ alg, typ: 'at+jwt', kid })
      expect(await codeOf(`${head}.${payload}.`)).toBe('AUTH_TOKEN_INVALID')
      expect(await codeOf(`${head}.${payload}.AA`)).toBe('AUTH_TOKEN_INVALID')
    }
    const key = await importJWK(publicJwk, 'EdDSA', { extractable: true })
    const passwords = [await exportSPKI(key as CryptoKey), JSON.stringify(publicJwk), publicJwk.x ?? '']
    for (const password of passwords) {
      const token = await forge({ header: { alg: 'HS256' } }, new TextEncoder().encode(password.padEnd(32)))
      expect(await codeOf(token)).toBe('AUTH_TOKEN_INVALID')
    }
  })

  it('A token may be 30 s off either way, not 61 s, and only expiry is reported', async () => {
    const at = (offset: number) => seconds() + offset
    expect(await codeOf(await forge({ claims: { exp: at(-29) } }))).toBe('ACCEPTED')
    expect(await codeOf(await forge({ claims: { exp: at(-61) } }))).toBe('AUTH_TOKEN_EXPIRED')
    expect(await codeOf(await forge({ claims: { nbf: at(29) } }))).toBe('ACCEPTED')
    expect(await codeOf(await forge({ claims: { nbf: at(61) } }))).toBe('AUTH_TOKEN_INVALID')
    const stranger = await generateKeyPair('EdDSA')
    const expired = await forge({ claims: { exp: at(-61) } }, stranger.privateKey)
    expect(await codeOf(expired)).toBe('AUTH_TOKEN_INVALID')
  })

  it('A token expires even while it is remembered as verified', async () => {
    const token = await forge({ claims: { exp: seconds() + 1 } })
    expect(await codeOf(token)).toBe('ACCEPTED')
    fixture.clock.advance(2_000)
    expect(await codeOf(token)).toBe('ACCEPTED')
    fixture.clock.advance(29_500)
    expect(await codeOf(token)).toBe('AUTH_TOKEN_EXPIRED')
    fixture.clock.advance(-31_500)
  })

  it('A token of 9 KiB is invalid though its signature is good', async () => {
    expect(await codeOf(await forge({ claims: { padding: 'x'.repeat(9 * 1024) } }))).toBe(
      'AUTH_TOKEN_INVALID',
    )
    expect(await codeOf(await forge({ claims: { padding: 'x'.repeat(4 * 1024) } }))).toBe('ACCEPTED')
  })

  it('A token of an older version, or of nobody, is revoked', async () => {
    expect(await codeOf(await forge({ claims: { ver: 99 } }))).toBe('AUTH_TOKEN_REVOKED')
    expect(await codeOf(await forge({ claims: { sub: 'client:999999' } }))).toBe('AUTH_TOKEN_REVOKED')
  })

  it('A token gives no account beyond those of its client, whatever it claims', async () => {
    const foreign = await fixture.account('Other')
    const principal = await authenticate(await forge({ claims: { accounts: [foreign] } }))
    expect(principal.accounts.size).toBe(0)
  })

  it('A token changed anywhere is refused', async () => {
    const flip = fc.tuple(fc.integer({ min: 0, max: good.length - 1 }), fc.integer({ min: 1, max: 127 }))
    await fc.assert(
      fc.asyncProperty(flip, async ([index, bit]) => {
        const changed = Buffer.from(good)
        changed[index] = (changed[index] ?? 0) ^ bit
        const token = changed.toString('latin1')
        // The last character of a part carries bits that do not count.
        fc.pre(!sameBytes(token, good))
        return (await codeOf(token)) !== 'ACCEPTED'
      }),
      { numRuns: 500 },
    )
  })
})

function sameBytes(a: string, b: string): boolean {
  const decoded = (token: string) =>
    token.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'))
  return decoded(a).join('.') === decoded(b).join('.')
}

describe('Signing keys', () => {
  it('Signing keys are encrypted: the stored bytes hold no private key and open with no other secret', async () => {
    const { rows } = await fixture.database.admin.query('select sealed_private_jwk from signing_key')
    const sealed = (rows[0] as { sealed_private_jwk: Buffer }).sealed_private_jwk
    expect(sealed.toString('latin1')).not.toContain('"d"')
    expect(unseal(deriveKey(randomBytes(32), 'signing keys'), kid, sealed)).toBeNull()
    expect(unseal(deriveKey(fixture.secretKey, 'signing keys'), 'other', sealed)).toBeNull()
    const { db, clock } = fixture.service
    const stranger = createAccounts({
      db,
      clock,
      secretKey: randomBytes(32),
      publicUrl,
      log: () => undefined,
    })
    await expect(stranger.keyring.signer()).rejects.toThrow(/another secret key/)
  })

  it('Signing keys rotate without a gap: the former verifies until its last token expires, in every process', async () => {
    const other = fixture.secondProcess()
    await other.authenticator.authenticate(good)
    const { kid: next } = await fixture.service.keyring.rotate()
    const fresh = await fixture.tokenOf(await fixture.client(await fixture.account()))
    expect(fresh.startsWith(encode({ alg: 'EdDSA', typ: 'at+jwt', kid: next }))).toBe(true)
    fixture.clock.advance(1_001)
    await expect(other.authenticator.authenticate(fresh)).resolves.toBeDefined()
    expect(await codeOf(good)).toBe('ACCEPTED')
    expect(await other.keyring.publicKeys()).toHaveLength(2)
    fixture.clock.advance(65 * 60_000)
    expect(await codeOf(good)).toBe('AUTH_TOKEN_INVALID')
    expect(await fixture.service.keyring.publicKeys()).toHaveLength(1)
  })

  it('Signing keys are created once when several processes start together', async () => {
    const empty = await accountsFixture()
    const processes = Array.from({ length: 5 }, () => empty.secondProcess())
    const signers = await Promise.all(processes.map((process) => process.keyring.signer()))
    expect(new Set(signers.map((signer) => signer.kid)).size).toBe(1)
    await empty.close()
  })
})
