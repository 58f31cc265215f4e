import { Type } from 'typebox'
import { dateTimeSchema, namedObject, nullable } from '../../../platform/http/index.ts'

const trust = Type.Enum(['TRUSTED', 'UNTRUSTED', 'UNKNOWN'], {
  title: 'SealTrusted',
  description: 'Whether a way leads from the signer to somebody the account trusts.',
})
const words = (description: string) => Type.String({ description: `${description} In English.` })

const Signature = namedObject('SealSignature', {
  field: Type.String({ description: 'Its name in the file.' }),
  kind: Type.Enum(['SIGNATURE', 'CERTIFICATION', 'TIMESTAMP'], { title: 'SealKind' }),
  signer: nullable(
    Type.Object({
      name: nullable(Type.String()),
      organisation: nullable(Type.String()),
      organisationIdentifier: nullable(
        Type.String({ description: 'Which register, and the number there.', examples: ['NTRFR-552032534'] }),
      ),
      country: nullable(Type.String()),
      issuer: nullable(Type.String({ description: 'Who issued the certificate.' })),
      serial: Type.String(),
    }),
  ),
  time: nullable(dateTimeSchema),
  timeSource: nullable(
    Type.Enum(['TRUSTED_TIMESTAMP', 'TIMESTAMP', 'CLAIMED'], {
      title: 'SealTimeSource',
      description: 'CLAIMED: only the signer says so.',
    }),
  ),
  level: nullable(Type.Enum(['B', 'T', 'LT', 'LTA'], { title: 'SealLevel', description: 'Of PAdES.' })),
  qualified: nullable(
    Type.Boolean({ description: 'By the trusted lists; null where none were imported that could tell.' }),
  ),
  integrity: Type.Enum(['INTACT', 'CHANGED', 'REVIEW'], { title: 'SignatureIntegrity' }),
  integrityCode: Type.Enum(['HOLDS', 'BROKEN', 'CHANGED_AFTER', 'NOT_JUDGED'], { title: 'IntegrityCode' }),
  changes: Type.Enum(['NONE', 'PERMITTED', 'FORBIDDEN', 'UNKNOWN'], {
    title: 'ChangesAfterSeal',
    description: 'What was done to the file after this seal.',
  }),
  reason: words('Why its integrity is what it is.'),
  trust,
  trustCode: Type.Enum(
    [
      'VOUCHED',
      'NOBODY_TRUSTED',
      'NO_WAY',
      'NOT_FOR_SIGNING',
      'EXPIRED',
      'REVOKED',
      'WEAK',
      'LIST_OUTDATED',
      'NO_REVOCATION_PROOF',
      'NOT_JUDGED',
    ],
    { title: 'SealTrustCode' },
  ),
  trustReason: words('Why its signer is trusted or not.'),
  isWeak: nullable(Type.Boolean({ description: 'Made with an algorithm that is no longer safe.' })),
  coveredBytes: nullable(Type.Integer({ description: 'The signer saw the file up to there.' })),
})

export const Seal = namedObject('Seal', {
  sha256: Type.String({ description: 'Of the file that was judged.' }),
  engine: Type.String({ description: 'What judged it, with its version.', examples: ['seals/1'] }),
  trustVersion: nullable(Type.Integer({ description: 'Of the trusted lists it was judged by.' })),
  judgedAt: dateTimeSchema,
  integrity: Type.Enum(['INTACT', 'CHANGED', 'REVIEW', 'UNSIGNED'], {
    title: 'SealIntegrity',
    description:
      'INTACT: every seal holds. CHANGED: proven that what was sealed is not what the file shows. REVIEW: cannot be judged. UNSIGNED: the file has no seal.',
  }),
  reason: words('Why.'),
  trust,
  trustReason: words('Why.'),
  signatures: Type.Array(Signature),
})
