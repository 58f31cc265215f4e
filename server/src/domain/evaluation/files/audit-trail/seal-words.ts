import type { Static } from 'typebox'
import type { Language } from '../../../../platform/kernel/index.ts'
import type { Seal } from '../../answers/seal.schema.ts'

export type SealRecord = Static<typeof Seal>
type Signature = SealRecord['signatures'][number]

interface SealTexts {
  readonly integrity: Readonly<Record<SealRecord['integrity'], string>>
  readonly trust: Readonly<Record<SealRecord['trust'], string>>
  readonly sources: Readonly<Record<NonNullable<Signature['timeSource']>, string>>
  readonly unknown: string
  readonly qualified: string
  readonly notQualified: string
  level(level: string): string
}

const fr: SealTexts = {
  integrity: {
    INTACT: 'Sceau intact',
    CHANGED: 'Sceau rompu ou fichier modifié depuis',
    REVIEW: 'Sceau impossible à vérifier',
    UNSIGNED: 'Sans sceau',
  },
  trust: {
    TRUSTED: 'signataire de confiance',
    UNTRUSTED: 'signataire non reconnu',
    UNKNOWN: 'confiance non établie',
  },
  sources: {
    TRUSTED_TIMESTAMP: 'horodatage de confiance',
    TIMESTAMP: 'horodatage non reconnu',
    CLAIMED: 'selon le signataire',
  },
  unknown: 'inconnu',
  qualified: 'qualifié',
  notQualified: 'non qualifié',
  level: (level) => `niveau ${level}`,
}

const en: SealTexts = {
  integrity: {
    INTACT: 'Seal intact',
    CHANGED: 'Seal broken, or file changed since',
    REVIEW: 'Seal could not be judged',
    UNSIGNED: 'No seal',
  },
  trust: {
    TRUSTED: 'signer trusted',
    UNTRUSTED: 'signer not known to be trusted',
    UNKNOWN: 'trust not established',
  },
  sources: {
    TRUSTED_TIMESTAMP: 'trusted time-stamp',
    TIMESTAMP: 'time-stamp of an unknown authority',
    CLAIMED: 'as the signer says',
  },
  unknown: 'unknown',
  qualified: 'qualified',
  notQualified: 'not qualified',
  level: (level) => `level ${level}`,
}

/** What was found out about the seals of a file, in one line of an audit trail. */
export function sealLine(seal: SealRecord, language: Language): string {
  const texts = language === 'fr' ? fr : en
  const { integrity, trust, signatures, engine, trustVersion } = seal
  const verdict = signatures.length > 0 ? `, ${texts.trust[trust]}` : ''
  const by = signatures.map((signature) => signatureWords(signature, texts)).join(' ; ')
  const judge = [engine, ...(trustVersion === null ? [] : [`trust/${trustVersion}`])].join(', ')
  return `${texts.integrity[integrity]}${verdict}${by && ` – ${by}`} (${judge})`
}

function signatureWords({ signer, time, timeSource, level, qualified }: Signature, texts: SealTexts): string {
  const source = timeSource === null ? '' : ` (${texts.sources[timeSource]})`
  const parts = [
    signer?.name ?? signer?.organisation ?? texts.unknown,
    time === null ? null : `${time.slice(0, 16).replace('T', ' ')} UTC${source}`,
    level === null ? null : texts.level(level),
    qualified === null ? null : qualified ? texts.qualified : texts.notQualified,
  ]
  return parts.filter((part) => part !== null).join(', ')
}
