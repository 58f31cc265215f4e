import { Checkbox, Group, NumberInput, Select, SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { themes } from '../../ui/theme-label.tsx'
import { AnswererField } from './answerer-field.tsx'
import { BilingualField } from './bilingual-field.tsx'
import type { DocumentDefinition } from './catalogue.queries.ts'
import { withFields } from './definition-draft.ts'
import { FieldsEditor } from './fields-editor.tsx'
import { FileTypesField } from './file-types-field.tsx'
import { FormPreview } from './form-preview.tsx'
import { NamePurposeFields } from './name-purpose-fields.tsx'
import { ValidityFields } from './validity-fields.tsx'

const kinds = ['FILE', 'FORM', 'FILE_AND_FORM', 'CHECK'] as const

interface Props {
  draft: DocumentDefinition
  onChange: (draft: DocumentDefinition) => void
  tried?: boolean
}

/** What it is. */
export function WhatFields({ draft, onChange, tried = false }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <NamePurposeFields
        name={draft.name}
        purpose={draft.purpose}
        tried={tried}
        onName={(name) => onChange({ ...draft, name })}
        onPurpose={(purpose) => onChange({ ...draft, purpose })}
      />
      <BilingualField
        label={t('catalogue.legalBasis')}
        multiline
        maxLength={500}
        value={draft.legalBasis}
        tried={tried}
        onChange={(legalBasis) => onChange({ ...draft, legalBasis })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Select
          label={t('catalogue.theme')}
          allowDeselect={false}
          data={themes.map((one) => ({ value: one, label: t(`labels.theme.${one}`) }))}
          value={draft.theme}
          onChange={(theme) => theme !== null && onChange({ ...draft, theme })}
        />
        <Select
          label={t('catalogue.kind')}
          allowDeselect={false}
          data={kinds.map((one) => ({ value: one, label: t(`catalogue.kinds.${one}`) }))}
          value={draft.kind}
          onChange={(kind) => kind !== null && onChange({ ...draft, kind })}
        />
      </SimpleGrid>
    </>
  )
}

/** What its form asks, and how that looks. */
export function Questions({ draft, onChange, tried = false }: Props) {
  const { fields } = draft
  return (
    <>
      <FieldsEditor fields={fields} tried={tried} onChange={(next) => onChange(withFields(draft, next))} />
      {fields.length > 0 && <FormPreview fields={fields} />}
    </>
  )
}

/** What holds for its answers. */
export function RuleFields({ draft, onChange, tried = false }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <ValidityFields draft={draft} onChange={onChange} />
      {draft.kind.includes('FILE') && (
        <FileTypesField
          value={draft.acceptedFileTypes}
          tried={tried}
          onChange={(acceptedFileTypes) => onChange({ ...draft, acceptedFileTypes })}
        />
      )}
      <AnswererField draft={draft} onChange={onChange} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <NumberInput
          label={t('catalogue.retention')}
          description={t('catalogue.retentionHelp')}
          min={1}
          max={100}
          value={draft.retentionYears}
          onChange={(value) => onChange({ ...draft, retentionYears: Number(value) || 1 })}
        />
        <NumberInput
          label={t('catalogue.expectedScore')}
          description={t('catalogue.expectedScoreHelp')}
          min={0}
          max={100}
          value={draft.expectedScore ?? ''}
          onChange={(value) => onChange({ ...draft, expectedScore: value === '' ? null : Number(value) })}
        />
      </SimpleGrid>
      <Group gap="lg">
        <Checkbox
          label={t('catalogue.legalBasisVerified')}
          checked={draft.legalBasisVerified}
          onChange={(event) => onChange({ ...draft, legalBasisVerified: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('catalogue.personalData')}
          checked={draft.personalData}
          onChange={(event) => onChange({ ...draft, personalData: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('catalogue.bankDetails')}
          checked={draft.bankDetails}
          onChange={(event) => onChange({ ...draft, bankDetails: event.currentTarget.checked })}
        />
      </Group>
    </>
  )
}
