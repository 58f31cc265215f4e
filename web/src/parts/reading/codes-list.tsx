import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconQrcode } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { toneOfCode } from './field-marks.ts'
import { FieldValue } from './field-value.tsx'
import type { ReadCode } from './reading.queries.ts'
import classes from './reading.module.css'

interface Props {
  codes: readonly ReadCode[]
  /** Which of them was chosen. */
  current: number | null
  onShow: (nth: number) => void
}

/** The codes on the pages: what they say, and whether they are signed. An address among them is text, never a link. */
export function CodesList({ codes, current, onShow }: Props) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('reading.codes.title')}>
      <h4 className={classes.subtitle}>{t('reading.codes.title')}</h4>
      <ul className={classes.fields}>
        {codes.map((code, nth) => (
          // The same code may be printed twice.
          <li key={nth}>
            <CodeButton code={code} isCurrent={current === nth} onShow={() => onShow(nth)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const icons = { doubt: IconAlertTriangle, good: IconCircleCheck, plain: IconQrcode }

interface CodeProps {
  code: ReadCode
  isCurrent: boolean
  onShow: () => void
}

function CodeButton({ code, isCurrent, onShow }: CodeProps) {
  const { t } = useTranslation()
  const remarks = useRemarks(code)
  const tone = toneOfCode(code)
  const Icon = icons[tone]
  return (
    <button
      type="button"
      className={classes.field}
      data-tone={tone}
      aria-pressed={isCurrent}
      onClick={onShow}
    >
      <Icon size={16} stroke={1.8} aria-hidden="true" />
      <span className={classes.body}>
        <span className={classes.label}>
          <VisuallyHidden>{t(`reading.tones.${tone}`)}: </VisuallyHidden>
          <span>{t(`reading.codes.kinds.${code.kind}`)}</span>
          <span className={classes.source}>{t('reading.source', { page: code.page })}</span>
        </span>
        {code.kind !== 'PAYMENT' && <span className={classes.value}>{code.value}</span>}
        {remarks.map((remark) => (
          <span key={remark} className={classes.remark}>
            {remark}
          </span>
        ))}
        {code.fields.map((field, nth) => (
          // Two values may have the same name.
          <CodeValue key={nth} field={field} />
        ))}
      </span>
    </button>
  )
}

function useRemarks({ kind, verdict, reason, proves, signer, signedOn }: ReadCode): string[] {
  const { t } = useTranslation()
  const format = useFormat()
  const said =
    verdict === null
      ? []
      : [
          t(`reading.codes.verdicts.${verdict}`, {
            reason: reason === null ? '' : t(`reading.codes.reasons.${reason}`),
          }),
        ]
  return [
    ...(proves ? [t('reading.codes.proves')] : said),
    ...(signer === null ? [] : [t('reading.codes.signedBy', { signer })]),
    ...(signedOn === null ? [] : [t('reading.codes.signedOn', { day: format.date(signedOn) })]),
    ...(kind === 'ADDRESS' ? [t('reading.codes.neverOpened')] : []),
  ]
}

function CodeValue({
  field: { name, label, value, isCut, agreement },
}: {
  field: ReadCode['fields'][number]
}) {
  const { t } = useTranslation()
  return (
    <span className={classes.remark}>
      {label}: {isCut ? t('reading.codes.cut', { value }) : <FieldValue name={name} value={value} />}
      {agreement !== 'NOT_COMPARED' && ` – ${t(`reading.codes.agreements.${agreement}`)}`}
    </span>
  )
}
