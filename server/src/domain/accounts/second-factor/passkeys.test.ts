import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsFixture, publicUrl, type Fixture } from '../../../../test/accounts/accounts-fixture.ts'
import { codeOf, factorDesk, type FactorDesk } from '../../../../test/accounts/factor-desk.ts'
import {
  softwareAuthenticator,
  type CreationOptions,
  type RequestOptions,
  type SoftwareAuthenticator,
} from '../../../../test/accounts/software-authenticator.ts'

let fixture: Fixture
let desk: FactorDesk
let account: number
let key: SoftwareAuthenticator
let added: Awaited<ReturnType<typeof addPasskey>>
const zoe = 'zoe@people.example'
beforeAll(async () => {
  fixture = await accountsFixture()
  desk = factorDesk(fixture)
  account = await fixture.account('First')
  await desk.person(account, zoe, ['ADMIN'])
  key = softwareAuthenticator(publicUrl)
  added = await addPasskey(await desk.signIn(zoe), key)
})
afterAll(() => fixture.close())

async function begin(token: string) {
  const begun = await desk.call('POST', '/me/second-factors/passkey/begin', { token })
  return begun.json<{ challenge: string; options: CreationOptions & Record<string, unknown> }>()
}

async function addPasskey(token: string, by: SoftwareAuthenticator, name = 'Laptop') {
  const { challenge, options } = await begin(token)
  const body = { challenge, name, credential: by.create(options) }
  return desk.call('POST', '/me/second-factors/passkey', { token, body })
}

interface Question {
  challenge: string
  methods: string[]
  webauthn: RequestOptions & { allowCredentials: { id: string }[] }
}
const question = async (email = zoe) =>
  (await desk.tryPassword(email)).json<{ secondFactor: Question }>().secondFactor
const pass = (body: object) => desk.call('POST', '/auth/second-factor', { body })
const passkeyOptions = async () =>
  (await desk.call('POST', '/auth/passkey/options')).json<{ challenge: string; options: RequestOptions }>()
const passkey = (challenge: string, credential: object) =>
  desk.call('POST', '/auth/passkey', { body: { challenge, credential } })

describe('Passkeys', () => {
  it('A passkey that is the first factor comes with recovery codes', () => {
    expect(added.statusCode).toBe(201)
    expect(added.json().recoveryCodes).toHaveLength(10)
  })

  it('A passkey is requested with user verification, for our host, without revealing the person', async () => {
    const { options } = await begin((await signInWithPasskey()).accessToken)
    expect(options).toMatchObject({
      rp: { id: 'vigie.example' },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
      excludeCredentials: [{ id: key.credentialId }],
    })
    expect(Buffer.from(options.user.id, 'base64url').toString()).not.toContain('zoe')
  })

  it('A passkey serves as the second factor after a password', async () => {
    const { challenge, methods, webauthn } = await question()
    expect(methods).toEqual(['webauthn', 'recoveryCode'])
    expect(webauthn).toMatchObject({ rpId: 'vigie.example', userVerification: 'required' })
    expect(webauthn.allowCredentials.map(({ id }) => id)).toEqual([key.credentialId])
    const answer = await pass({ challenge, webauthn: key.get(webauthn) })
    expect(answer.statusCode).toBe(200)
    const me = await desk.call('GET', '/me', { token: answer.json().accessToken })
    expect(me.json().accounts[0].stepUp.methods).toEqual(['webauthn'])
  })

  it('A passkey signs in alone, and counts as both factors', async () => {
    const { accessToken: token } = await signInWithPasskey()
    const sessions = await desk.call('GET', '/me/sessions', { token })
    const current = sessions.json().content.find((one: { current: boolean }) => one.current)
    expect(current).toMatchObject({ secondFactor: true })
    expect((await desk.call('POST', '/me/second-factors/totp/begin', { token })).statusCode).toBe(200)
  })

  it('A passkey answers each challenge once, and only the challenge it was given', async () => {
    const { challenge, options } = await passkeyOptions()
    const other = await passkeyOptions()
    const credential = key.get(options)
    expect((await passkey(other.challenge, credential)).statusCode).toBe(401)
    expect((await passkey(challenge, credential)).statusCode).toBe(200)
    expect(codeOf(await passkey(challenge, credential))).toEqual([401, 'SECOND_FACTOR_FAILED'])
    const second = await question()
    const assertion = key.get(second.webauthn)
    expect((await pass({ challenge: second.challenge, webauthn: assertion })).statusCode).toBe(200)
    const replayed = await pass({ challenge: second.challenge, webauthn: assertion })
    expect(codeOf(replayed)).toEqual([403, 'CHALLENGE_INVALID'])
    const third = await question()
    expect((await pass({ challenge: third.challenge, webauthn: assertion })).statusCode).toBe(401)
  })

  it('A passkey answer is refused after five minutes', async () => {
    const { challenge, options } = await passkeyOptions()
    fixture.clock.advance(5 * 60_000)
    expect((await passkey(challenge, key.get(options))).statusCode).toBe(401)
  })

  it('A passkey answer is refused from another origin, for another host, unverified, or for another person', async () => {
    const changes = [
      { origin: 'https://evil.example' },
      { origin: 'http://vigie.example' },
      { rpId: 'evil.example' },
      { userVerified: false },
      { userHandle: Buffer.from('somebody else').toString('base64url') },
    ]
    for (const change of changes) {
      const { challenge, options } = await passkeyOptions()
      expect(codeOf(await passkey(challenge, key.get(options, change)))).toEqual([
        401,
        'SECOND_FACTOR_FAILED',
      ])
    }
    const stranger = softwareAuthenticator(publicUrl)
    const { challenge, options } = await passkeyOptions()
    expect((await passkey(challenge, stranger.get(options))).statusCode).toBe(401)
  })

  it('A passkey whose counter shows a copy is refused', async () => {
    const copy = key.clone()
    await signInWithPasskey()
    await signInWithPasskey()
    const { challenge, options } = await passkeyOptions()
    expect((await passkey(challenge, copy.get(options))).statusCode).toBe(401)
    await signInWithPasskey()
  })

  it('A passkey is not accepted for another person, nor added twice', async () => {
    const eve = 'eve@people.example'
    await desk.person(account, eve, ['READER'])
    const token = await desk.signIn(eve)
    const stolen = await addPasskey(token, key.clone(), 'Copy')
    expect(codeOf(stolen)).toEqual([409, 'SECOND_FACTOR_KNOWN'])
    const hers = softwareAuthenticator(publicUrl)
    expect((await addPasskey(token, hers)).statusCode).toBe(201)
    const { challenge, webauthn } = await question()
    expect(codeOf(await pass({ challenge, webauthn: hers.get(webauthn) }))).toEqual([
      401,
      'SECOND_FACTOR_FAILED',
    ])
  })

  it('A passkey is added only as the verified answer to its own challenge, from our pages', async () => {
    const { accessToken: token } = await signInWithPasskey()
    const fresh = softwareAuthenticator(publicUrl)
    const { challenge, options } = await begin(token)
    const add = (credential: object) =>
      desk.call('POST', '/me/second-factors/passkey', { token, body: { challenge, name: 'New', credential } })
    const wrong = [
      fresh.create({ ...options, challenge: Buffer.alloc(32).toString('base64url') }),
      fresh.create(options, { origin: 'https://evil.example' }),
      fresh.create(options, { userVerified: false }),
    ]
    for (const credential of wrong)
      expect(codeOf(await add(credential))).toEqual([401, 'SECOND_FACTOR_FAILED'])
    expect((await add(fresh.create(options))).statusCode).toBe(201)
    const list = await desk.call('GET', '/me/second-factors', { token })
    expect(list.json().content.map(({ name }: { name: string }) => name)).toEqual(['Laptop', 'New'])
    expect(codeOf(await add(fresh.create(options)))).toEqual([403, 'CHALLENGE_INVALID'])
  })

  it('Wrong codes do not block a passkey', async () => {
    const guess = async () => {
      const { challenge } = await question()
      for (let i = 0; i < 5; i += 1) await pass({ challenge, recoveryCode: 'aaaa-aaaa-aaaa' })
    }
    await guess()
    await guess()
    const { challenge, webauthn } = await question()
    expect((await pass({ challenge, recoveryCode: 'aaaa-aaaa-aaaa' })).statusCode).toBe(429)
    expect((await pass({ challenge, webauthn: key.get(webauthn) })).statusCode).toBe(200)
  })

  it('A passkey gives a fresh proof only for the challenge of its own session', async () => {
    const first = (await signInWithPasskey()).accessToken
    const other = (await signInWithPasskey()).accessToken
    const ask = async (token: string) =>
      (await desk.call('POST', '/auth/step-up/options', { token })).json<Question>()
    const foreign = await ask(other)
    const give = (token: string, from: Question) =>
      desk.call('POST', '/auth/step-up', {
        token,
        body: { challenge: from.challenge, webauthn: key.get(from.webauthn) },
      })
    expect(codeOf(await give(first, foreign))).toEqual([403, 'PROOF_FAILED'])
    expect((await give(first, await ask(first))).statusCode).toBe(200)
  })

  it('A page that only knows the challenge can request a new passkey prompt', async () => {
    const { challenge, webauthn } = await question()
    const repeated = await desk.call('POST', '/auth/second-factor/options', { body: { challenge } })
    expect(repeated.json()).toMatchObject({ challenge, methods: ['webauthn', 'recoveryCode'] })
    expect((await pass({ challenge, webauthn: key.get(webauthn) })).statusCode).toBe(401)
    const answer = await pass({ challenge, webauthn: key.get(repeated.json<Question>().webauthn) })
    expect(answer.statusCode).toBe(200)
  })
})

async function signInWithPasskey() {
  const { challenge, options } = await passkeyOptions()
  const answer = await passkey(challenge, key.get(options))
  expect(answer.statusCode).toBe(200)
  return answer.json<{ accessToken: string }>()
}
