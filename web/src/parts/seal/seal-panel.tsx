import { IconCircleCheck, IconCircleX, IconInfoCircle, IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { Facts } from '../../ui/panel.tsx'
import classes from './seal-panel.module.css'
import { verdictOf, type Seal } from './seal-verdict.ts'

type Signature = Seal['signatures'][number]

const icons = { good: IconCircleCheck, info: IconInfoCircle, warning: IconAlertTriangle, bad: IconCircleX }

/** Who sealed a file, whether it still is what they sealed, and whether to believe them. */
export function SealPanel({ seal }: { seal: Seal }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { name, tone } = verdictOf(seal)
  const Icon = icons[tone]
  const signers = seal.signatures.filter(({ kind }) => kind !== 'TIMESTAMP')
  const by = [...new Set(signers.map(({ signer }) => nameOf(signer) ?? t('seals.nobody')))].join(', ')
  return (
    <section aria-label={t('seals.title')} className={classes.panel} data-tone={tone}>
      <p className={classes.verdict}>
        <Icon size={18} stroke={1.8} aria-hidden="true" />
        <span>
          <strong>{t(`seals.verdict.${name}`)}</strong>
          {by !== '' && <span className={classes.by}>{t('seals.by', { name: by })}</span>}
        </span>
      </p>
      {name !== 'unsigned' && (
        <details className={classes.details}>
          <summary>{t('seals.details')}</summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
          <section className={classes.scroll} aria-label={t('seals.details')} tabIndex={0}>
            {seal.signatures.map((signature, nth) => (
              <OneSignature key={nth} signature={signature} />
            ))}
            {seal.signatures.length === 0 && <Reason text={seal.reason} />}
            <p className={classes.judged}>
              {t('seals.judged', { date: format.moment(seal.judgedAt), engine: seal.engine })}
            </p>
          </section>
        </details>
      )}
    </section>
  )
}

function OneSignature({ signature }: { signature: Signature }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { kind, signer, time, timeSource, level, qualified, integrityCode, trustCode, isWeak } = signature
  const moment = time && timeSource && `${format.moment(time)}, ${t(`seals.source.${timeSource}`)}`
  const who = [nameOf(signer), otherHouse(signer), signer?.organisationIdentifier, countryOf(signer, format)]
  const qualifiedWords = qualified === null ? 'qualifiedUnknown' : qualified ? 'qualifiedYes' : 'qualifiedNo'
  const words = [t(`seals.integrity.${integrityCode}`), ...(isWeak === true ? [t('seals.weak')] : [])]
  return (
    <div className={classes.signature}>
      <h3>{t(`seals.kind.${kind}`)}</h3>
      <Facts
        facts={[
          { label: t('seals.signer'), value: who.filter(Boolean).join(', ') || t('seals.nobody') },
          { label: t('seals.issuer'), value: signer?.issuer, optional: true },
          { label: t('seals.when'), value: moment },
          { label: t('seals.level'), value: level, optional: true },
          { label: t('seals.qualified'), value: t(`seals.${qualifiedWords}`) },
          { label: t('seals.seal'), value: words.join(' ') },
          { label: t('seals.trust'), value: t(`seals.trustCode.${trustCode}`) },
        ]}
      />
      <Reason text={signature.reason} />
    </div>
  )
}

/** In the words of what judged it, which speaks English. */
function Reason({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <p className={classes.reason}>
      {t('seals.reason')}
      {': '}
      <span lang="en">{text}</span>
    </p>
  )
}

const nameOf = (signer: Signature['signer']) => signer?.name ?? signer?.organisation ?? null

function otherHouse(signer: Signature['signer']): string | null {
  return signer?.organisation && signer.organisation !== nameOf(signer) ? signer.organisation : null
}

function countryOf(signer: Signature['signer'], format: ReturnType<typeof useFormat>): string | null {
  return signer?.country && /^[A-Z]{2}$/.test(signer.country) ? format.country(signer.country) : null
}
