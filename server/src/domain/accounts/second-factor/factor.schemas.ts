import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { Type } from 'typebox'
import { nullable } from '../../../platform/http/index.ts'

export const challenge = Type.String({ minLength: 1, maxLength: 100 })
const base64url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
const extensions = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown())
const attachment = Type.Optional(Type.String({ maxLength: 50 }))
const kind = Type.Literal('public-key')

/** As a browser's PublicKeyCredential.toJSON() writes it after navigator.credentials.get(). */
export const assertion = Type.Object({
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: kind,
  response: Type.Object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: Type.Optional(base64url(100)),
  }),
  clientExtensionResults: extensions,
  authenticatorAttachment: attachment,
})

/** The same after navigator.credentials.create(). */
export const attestation = Type.Object({
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: kind,
  response: Type.Object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    authenticatorData: Type.Optional(base64url(8_000)),
    publicKey: Type.Optional(base64url(8_000)),
    publicKeyAlgorithm: Type.Optional(Type.Integer()),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 10 })),
  }),
  clientExtensionResults: extensions,
  authenticatorAttachment: attachment,
})

const optionsText = (of: string) => ({
  description: `PublicKeyCredential${of}Options in its JSON form (WebAuthn level 3).`,
})
const anyMembers = (of: string) => Type.Record(Type.String(), Type.Unknown(), optionsText(of))
const requestOptionsAnswer = Type.Unsafe<PublicKeyCredentialRequestOptionsJSON>(anyMembers('Request'))
export const creationOptionsAnswer = Type.Unsafe<PublicKeyCredentialCreationOptionsJSON>(
  anyMembers('Creation'),
)

export const totpCode = Type.String({ pattern: '^\\d{6}$', description: 'The six figures the app shows.' })
export const recoveryCode = Type.String({ minLength: 8, maxLength: 40 })
export const factorName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const expiresIn = Type.Integer({ description: 'Seconds' })

export const questionAnswer = Type.Object({
  challenge: Type.String(),
  expiresIn,
  methods: Type.Array(Type.Enum(['webauthn', 'totp', 'recoveryCode'])),
  webauthn: nullable(requestOptionsAnswer),
})

export const passkeyQuestion = Type.Object({
  challenge: Type.String(),
  expiresIn,
  options: requestOptionsAnswer,
})

export const stepUpQuestion = Type.Object({
  challenge: Type.String(),
  expiresIn,
  methods: Type.Array(Type.Enum(['totp', 'webauthn', 'password', 'oidc'])),
  webauthn: nullable(requestOptionsAnswer),
  start: nullable(
    Type.String({
      description:
        'For the method oidc: to be opened in the browser of this session, with returnTo added. The provider asks who is there, and the session has a fresh proof when it comes back.',
    }),
  ),
})
