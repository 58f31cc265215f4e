import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconListSearch,
  IconPointFilled,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodesList } from './codes-list.tsx'
import { toneOf, toneOfCode } from './field-marks.ts'
import { FieldValue } from './field-value.tsx'
import type { FileReading, ReadField } from './reading.queries.ts'
import classes from './reading.module.css'

interface Props {
  reading: FileReading
  onShow: (id: number) => void
}

/** What was read in a file, doubts first. Choosing a field leads to its place on the page. */
export function ReadingPanel({ reading, onShow }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)
  const [current, setCurrent] = useState<number | null>(null)
  if (!isOpen) {
    return (
      <div className={classes.folded}>
        <Tooltip label={t('reading.open')} openDelay={400}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('reading.open')}
            onClick={() => setOpen(true)}
          >
            <IconListSearch size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </div>
    )
  }
  const show = (id: number) => {
    setCurrent(id)
    onShow(id)
  }
  return (
    <section aria-label={t('reading.title')} className={classes.panel}>
      <div className={classes.head}>
        <h3 className={classes.title}>{t('reading.title')}</h3>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('reading.close')}
          onClick={() => setOpen(false)}
        >
          <IconX size={16} stroke={1.7} />
        </ActionIcon>
      </div>
      <Recognised reading={reading} />
      <FileDoubts reading={reading} />
      <ReadValues reading={reading} current={current} onShow={show} />
    </section>
  )
}

interface ReadValuesProps extends Props {
  current: number | null
}

/** Fields and then codes, unless one of the codes is a doubt: what speaks against a file comes first. */
function ReadValues({ reading: { fields, codes }, current, onShow }: ReadValuesProps) {
  const codesList = codes.length > 0 && (
    <CodesList
      codes={codes}
      current={current === null ? null : current - fields.length}
      onShow={(nth) => onShow(fields.length + nth)}
    />
  )
  const isCodeFirst = codes.some((code) => toneOfCode(code) === 'doubt')
  return (
    <>
      {isCodeFirst && codesList}
      <ul className={classes.fields}>
        {fields.map((field, id) => (
          // Two fields may have the same name.
          <li key={id}>
            <FieldButton field={field} isCurrent={current === id} onShow={() => onShow(id)} />
          </li>
        ))}
      </ul>
      {!isCodeFirst && codesList}
    </>
  )
}

function Recognised({ reading: { reader, kinds, fields } }: Pick<Props, 'reading'>) {
  const { t } = useTranslation()
  if (reader === null) return <p className={classes.note}>{t('reading.nothing')}</p>
  return (
    <p className={classes.note}>
      {kinds.length > 0
        ? t('reading.recognised', { kinds: kinds.map(({ name }) => name).join(', ') })
        : t('reading.unrecognised')}{' '}
      {fields.length === 0 ? t('reading.noFields') : t('reading.reader', { reader })}
    </p>
  )
}

/** What was found in the file as a whole; what is about a field stands with it. */
function FileDoubts({ reading: { findings, fields } }: Pick<Props, 'reading'>) {
  const { t } = useTranslation()
  const words = useFindingWords()
  const ofFields = new Set(fields.flatMap((field) => field.findings))
  const others = findings.filter((code) => !ofFields.has(code))
  if (others.length === 0) return null
  return (
    <ul className={classes.doubts} aria-label={t('reading.doubts')}>
      {others.map((code) => (
        <li key={code}>
          <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
          <span>{words(code)}</span>
        </li>
      ))}
    </ul>
  )
}

function useFindingWords(): (code: string) => string {
  const { t, i18n } = useTranslation()
  return (code) =>
    t(
      i18n.exists(`checks.findings.${code}`)
        ? (`checks.findings.${code}` as 'checks.findings.OTHER')
        : 'checks.findings.OTHER',
    )
}

const icons = { doubt: IconAlertTriangle, good: IconCircleCheck, plain: IconPointFilled }

function FieldButton({
  field,
  isCurrent,
  onShow,
}: {
  field: ReadField
  isCurrent: boolean
  onShow: () => void
}) {
  const { t } = useTranslation()
  const words = useFindingWords()
  const tone = toneOf(field)
  const Icon = icons[tone]
  const remarks = [
    ...field.findings.map(words),
    ...(field.sure ? [] : [t('reading.unsure')]),
    ...(field.agrees === true ? [t('reading.agrees')] : []),
  ]
  return (
    <button
      type="button"
      className={classes.field}
      data-tone={tone}
      aria-pressed={isCurrent}
      disabled={field.box === null}
      onClick={onShow}
    >
      <Icon size={16} stroke={1.8} aria-hidden="true" />
      <span className={classes.body}>
        <span className={classes.label}>
          <VisuallyHidden>{t(`reading.tones.${tone}`)}: </VisuallyHidden>
          <span>{field.label}</span>
          <span className={classes.source}>{t('reading.source', { page: field.page })}</span>
        </span>
        <FieldValue name={field.name} value={field.value} className={classes.value} />
        {field.agrees === false && field.declared !== null && (
          <span className={classes.remark}>
            {t('reading.differs')} <FieldValue name={field.name} value={field.declared} />
          </span>
        )}
        {remarks.map((remark) => (
          <span key={remark} className={classes.remark}>
            {remark}
          </span>
        ))}
      </span>
    </button>
  )
}
