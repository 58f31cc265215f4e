import { NumberInput, Select, SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import type { DocumentDefinition, FormField } from './catalogue.queries.ts'

type Validity = DocumentDefinition['validity']
type Kind = Validity['kind']

const kinds: Kind[] = ['MONTHS', 'FIELD', 'CALENDAR_YEAR', 'CONTINUOUS', 'NONE']
const starts = ['EFFECTIVE_DATE', 'UPLOAD_DATE'] as const
const ends = ['REPLACED', 'CONTRACT_END', 'POSTING_END', 'BATCH_END', 'CLOSED'] as const

function begin(kind: Kind, fields: readonly FormField[]): Validity {
  if (kind === 'MONTHS') return { kind, months: 12, from: 'UPLOAD_DATE' }
  if (kind === 'FIELD') return { kind, field: fields.find(({ type }) => type === 'date')?.key ?? '' }
  if (kind === 'NONE') return { kind, until: 'REPLACED' }
  return { kind }
}

interface Props {
  validity: Validity
  fields: readonly FormField[]
  onChange: (validity: Validity) => void
}

export function ValidityFields({ validity, fields, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <Select
        label={t('catalogue.validity')}
        allowDeselect={false}
        data={kinds.map((kind) => ({ value: kind, label: t(`catalogue.validityKinds.${kind}`) }))}
        value={validity.kind}
        onChange={(kind) => kind !== null && onChange(begin(kind, fields))}
      />
      <Detail validity={validity} fields={fields} onChange={onChange} />
    </SimpleGrid>
  )
}

function Detail({ validity, fields, onChange }: Props) {
  const { t } = useTranslation()
  const language = currentLanguage()
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
    const dates = fields.filter(({ type }) => type === 'date')
    return (
      <Select
        label={t('catalogue.dateField')}
        allowDeselect={false}
        data={dates.map(({ key, label }) => ({ value: key, label: label[language] || key }))}
        value={validity.field}
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
