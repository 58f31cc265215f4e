import type { i18n as Language } from 'i18next'
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
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const { transmitter, issuer, uploadDate, sha256, scan, metadata, format: kind } = evidence
  const text = [
    t(`dossier.transmitter.${transmitter}`),
    t('dossier.file.received', { date: format.moment(uploadDate) }),
    kind === 'FORMULAIRE' ? t('dossier.file.fromForm') : null,
    issuer === ownIssuer || kind === 'FORMULAIRE' ? null : t('dossier.file.issuer', { issuer }),
    scan === null || scan === 'NOT_CONFIGURED' ? null : t(`dossier.scan.${scan}`),
  ].filter((one) => one !== null)
  const facts = Object.entries(metadata).filter(([name, value]) => name !== 'file_warnings' && value !== '')
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
              <span>{factText(name, i18n)}</span>
              <span>{valueText(value, i18n)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** What has no words here goes by its name. */
function factText(name: string, { t, exists }: Language): string {
  return exists(`dossier.metadata.${name}`) ? t(`dossier.metadata.${name as KnownFact}`) : name
}

/** Most values are texts or numbers of somebody else, which stay as they are. */
function valueText(value: string, { t, exists }: Language): string {
  const isWord = /^\w+$/.test(value) && exists(`dossier.metadataValue.${value}`)
  return isWord ? t(`dossier.metadataValue.${value as KnownValue}`) : value
}
