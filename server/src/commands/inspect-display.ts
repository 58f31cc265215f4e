import type { FileVerdict, SealVerdict } from '@vigie/seals'

export type Inspection = FileVerdict & { readonly file: string }

const kinds: Readonly<Record<SealVerdict['kind'], string>> = {
  SIGNATURE: 'Signature',
  CERTIFICATION: 'Certification',
  TIMESTAMP: 'Time-stamp',
}
const sources: Readonly<Record<NonNullable<SealVerdict['timeSource']>, string>> = {
  TRUSTED_TIMESTAMP: 'by a trusted time-stamp',
  TIMESTAMP: 'by a time-stamp that nobody trusted vouches for',
  CLAIMED: 'as the signer claims',
}

/** One block a file: the verdict first, then each seal with its reasons. */
export function describeInspection({
  file,
  integrity,
  reason,
  trust,
  trustReason,
  signatures,
}: Inspection): string {
  const lines = [file, `  ${integrity}: ${reason}`]
  if (signatures.length > 0) lines.push(`  ${trust}: ${trustReason}`)
  for (const seal of signatures) lines.push('', ...describeSeal(seal))
  return `${lines.join('\n')}\n`
}

function describeSeal(seal: SealVerdict): string[] {
  const { signer, time, timeSource } = seal
  const who = signer?.name ?? signer?.organisation ?? 'somebody unknown'
  const house = signer?.organisation && signer.organisation !== who ? `, ${signer.organisation}` : ''
  const number = signer?.organisationIdentifier ? ` (${signer.organisationIdentifier})` : ''
  const facts = [
    seal.level ? `level ${seal.level}` : null,
    seal.qualified === null ? null : seal.qualified ? 'qualified' : 'not qualified',
  ].filter(Boolean)
  return [
    `  ${kinds[seal.kind]}${seal.field ? ` “${seal.field}”` : ''} by ${who}${house}${number}`,
    ...(signer?.issuer ? [`    issued by ${signer.issuer}`] : []),
    ...(time && timeSource
      ? [`    on ${time.slice(0, 19).replace('T', ' ')} UTC, ${sources[timeSource]}`]
      : []),
    ...(facts.length > 0 ? [`    ${facts.join(', ')}`] : []),
    `    ${seal.integrity}: ${seal.reason}`,
    `    ${seal.trust}: ${seal.trustReason}`,
  ]
}
