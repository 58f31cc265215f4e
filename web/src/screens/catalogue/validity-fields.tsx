import { NumberInput, Select, SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import type { DocumentDefinition, FormField } from './catalogue.queries.ts'
import { datesOf, patched } from './definition-draft.ts'
import { lacksEndDate } from './form-faults.ts'

type Validity = DocumentDefinition['validity']
type Kind = Validity['kind']

const kinds: Kind[] = ['MONTHS', 'FIELD', 'CALENDAR_YEAR', 'CONTINUOUS', 'NONE']
const starts = ['EFFECTIVE_DATE', 'UPLOAD_DATE'] as const
const ends = ['REPLACED', 'CONTRACT_END', 'POSTING_END', 'BATCH_END', 'CLOSED'] as const

function begin(kind: Kind, dates: readonly FormField[]): Validity {
  if (kind === 'MONTHS') return { kind, months: 12, from: 'UPLOAD_DATE' }
  if (kind === 'FIELD') return { kind, field: dates[0]?.key ?? '' }
  if (kind === 'NONE') return { kind, until: 'REPLACED' }
  return { kind }
}

interface Props {
  draft: DocumentDefinition
  onChange: (draft: DocumentDefinition) => void
}

/** How long an answer holds, and from when on. */
export function ValidityFields({ draft, onChange }: Props) {
  const { t } = useTranslation()
  const { validity } = draft
  const dates = datesOf(draft)
  const change = (next: Validity) => onChange({ ...draft, validity: next })
  const fault = lacksEndDate(draft) ? t('catalogue.noDateField') : null
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <Select
        label={t('catalogue.validity')}
        allowDeselect={false}
        data={kinds.map((kind) => ({ value: kind, label: t(`catalogue.validityKinds.${kind}`) }))}
        value={validity.kind}
        onChange={(kind) => kind !== null && change(begin(kind, dates))}
      />
      <Detail validity={validity} dates={dates} fault={fault} onChange={change} />
      {dates.length > 0 && (
        <Select
          label={t('catalogue.effectiveDateField')}
          description={t('catalogue.effectiveDateHelp')}
          placeholder={t('catalogue.noEffectiveDate')}
          clearable
          data={choicesOf(dates)}
          value={draft.effectiveDateField ?? null}
          onChange={(key) => onChange(patched(draft, { effectiveDateField: key ?? undefined }))}
        />
      )}
    </SimpleGrid>
  )
}

const choicesOf = (dates: readonly FormField[]) =>
  dates.map(({ key, label }) => ({ value: key, label: label[currentLanguage()] || key }))

interface DetailProps {
  validity: Validity
  dates: readonly FormField[]
  fault: string | null
  onChange: (validity: Validity) => void
}

function Detail({ validity, dates, fault, onChange }: DetailProps) {
  const { t } = useTranslation()
  if (validity.kind === 'MONTHS') {
    return (
      <SimpleGrid cols={2} spacing="xs">
        <NumberInput
          label={t('catalogue.monthCount')}
          min={1}
          max={600}
          value={validity.months}
          onChange={(value) => onChange({ ...validity, months: Number(value) || 1 })}
        />
        <Select
          label={t('catalogue.countedFrom')}
          allowDeselect={false}
          data={starts.map((from) => ({ value: from, label: t(`catalogue.from.${from}`) }))}
          value={validity.from}
          onChange={(from) => from !== null && onChange({ ...validity, from })}
        />
      </SimpleGrid>
    )
  }
  if (validity.kind === 'FIELD') {
    return (
      <Select
        label={t('catalogue.dateField')}
        allowDeselect={false}
        data={choicesOf(dates)}
        value={fault === null ? validity.field : null}
        error={fault}
        onChange={(field) => field !== null && onChange({ ...validity, field })}
      />
    )
  }
  if (validity.kind !== 'NONE') return null
  return (
    <Select
      label={t('catalogue.holdsUntil')}
      allowDeselect={false}
      data={ends.map((until) => ({ value: until, label: t(`catalogue.until.${until}`) }))}
      value={validity.until}
      onChange={(until) => until !== null && onChange({ ...validity, until })}
    />
  )
}
