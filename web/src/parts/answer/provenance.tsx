import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Texts } from '../../i18n/en/index.ts'
import { useFormat } from '../../ui/format.ts'
import type { Evidence } from './answer-types.ts'
import classes from './answer.module.css'

// Of the account itself; anything else is the name of a body.
const ownIssuer = 'DO'

type KnownFact = keyof Texts['dossier']['metadata']
type KnownValue = keyof Texts['dossier']['metadataValue']

/** Where a piece comes from, and what shows that it is still the same. */
export function Provenance({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { transmitter, issuer, uploadDate, sha256, scan, metadata, format: kind } = evidence
  const text = [
    t(`dossier.transmitter.${transmitter}`),
    t('dossier.file.received', { date: format.moment(uploadDate) }),
    kind === 'FORMULAIRE' ? t('dossier.file.fromForm') : null,
    issuer === ownIssuer || kind === 'FORMULAIRE' ? null : t('dossier.file.issuer', { issuer }),
    scan === null || scan === 'NOT_CONFIGURED' ? null : t(`dossier.scan.${scan}`),
  ].filter((one) => one !== null)
  const facts = Object.entries(metadata).filter(([name]) => name !== 'file_warnings')
  return (
    <div className={classes.provenance}>
      <span>{text.join(' · ')}</span>
      {sha256 !== null && (
        <span title={sha256}>
          {t('dossier.file.fingerprint')} <code>{sha256.slice(0, 16)}…</code>
        </span>
      )}
      {facts.length > 0 && (
        <ul className={classes.metadata}>
          {facts.map(([name, value]) => (
            <li key={name}>
              <span>{t(`dossier.metadata.${name as KnownFact}`, { defaultValue: name })}</span>
              <span>{valueText(value, t)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function valueText(value: string, t: TFunction): string {
  return t(`dossier.metadataValue.${value as KnownValue}`, { defaultValue: value })
}
