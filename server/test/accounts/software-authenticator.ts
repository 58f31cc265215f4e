import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

/**
 * A passkey in software: an ES256 key that speaks the wire shapes of WebAuthn, with attestation "none". Its knobs make
 * the authenticators a server must refuse.
 */
export interface SoftwareAuthenticator {
  readonly credentialId: string
  /** As after navigator.credentials.create(). */
  create(options: CreationOptions, change?: Change): Credential
  /** As after navigator.credentials.get(). */
  get(options: RequestOptions, change?: Change): Credential
  /** The same key and counter in another hand. */
  clone(): SoftwareAuthenticator
}

export interface CreationOptions {
  challenge: string
  rp: { id: string }
  user: { id: string }
}
export interface RequestOptions {
  challenge: string
  rpId: string
}
interface Change {
  readonly origin?: string
  readonly userVerified?: boolean
  readonly rpId?: string
  readonly userHandle?: string
}
export interface Credential {
  id: string
  rawId: string
  type: 'public-key'
  response: Record<string, unknown>
  clientExtensionResults: object
  authenticatorAttachment: string
}

const userPresent = 0x01
const userVerifiedFlag = 0x04
const attestedData = 0x40

export function softwareAuthenticator(origin: string, given?: State): SoftwareAuthenticator {
  const state: State = given ?? { ...newKey(), id: randomBytes(32), counter: 0, userHandle: null }
  const credentialId = state.id.toString('base64url')
  const credential = (response: Record<string, unknown>): Credential => ({
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    response,
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
  })
  return {
    credentialId,
    create(options, change = {}) {
      state.userHandle = options.user.id
      const authData = Buffer.concat([
        authenticatorHead(change.rpId ?? options.rp.id, attestedData | flagsOf(change), state.counter),
        Buffer.alloc(16),
        uint16(state.id.length),
        state.id,
        coseKey(state.publicKey),
      ])
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ])
      return credential({
        clientDataJSON: clientData('webauthn.create', options.challenge, change.origin ?? origin),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      })
    },
    get(options, change = {}) {
      state.counter += 1
      const authData = authenticatorHead(change.rpId ?? options.rpId, flagsOf(change), state.counter)
      const clientDataJSON = clientData('webauthn.get', options.challenge, change.origin ?? origin)
      const clientDataHash = sha256(Buffer.from(clientDataJSON, 'base64url'))
      const signed = Buffer.concat([authData, clientDataHash])
      return credential({
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(state.privateKey).toString('base64url'),
        userHandle: change.userHandle ?? state.userHandle ?? undefined,
      })
    },
    clone: () => softwareAuthenticator(origin, { ...state }),
  }
}

interface State {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
  readonly id: Buffer
  counter: number
  userHandle: string | null
}

function newKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const uint16 = (value: number) => Buffer.from([value >> 8, value & 255])
const flagsOf = ({ userVerified = true }: Change) => userPresent | (userVerified ? userVerifiedFlag : 0)

function authenticatorHead(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
}

/** RFC 9053: an EC2 key on P-256 for ES256. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

/** The little of CBOR (RFC 8949) that these need. */
function cborHead(major: number, value: number): Buffer {
  const type = major << 5
  if (value < 24) return Buffer.from([type | value])
  return value < 256 ? Buffer.from([type | 24, value]) : Buffer.from([type | 25, value >> 8, value & 255])
}
const cborInteger = (value: number) => (value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value))
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string) => Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)])
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
