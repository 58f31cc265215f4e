import { Group, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormField as AskedField } from '../../parts/answer/answer-types.ts'
import type { Values } from '../../parts/answer/form-answers.ts'
import { FormInput } from '../../parts/answer/form-input.tsx'
import { currentLanguage, languages, type Language } from '../../i18n/index.ts'
import type { FormColumn, FormField } from './catalogue.queries.ts'
import classes from './catalogue.module.css'
import { useTrialFaults } from './use-trial-faults.ts'

const choices = Object.entries(languages).map(([value, label]) => ({ value: value as Language, label }))

/** The form as third parties fill it in; what is typed here goes nowhere. */
export function FormPreview({ fields }: { fields: readonly FormField[] }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.preview} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('catalogue.preview')}</summary>
      {isOpen && <TrialForm fields={fields} />}
    </details>
  )
}

function TrialForm({ fields }: { fields: readonly FormField[] }) {
  const { t } = useTranslation()
  const [language, setLanguage] = useState<Language>(currentLanguage())
  const [values, setValues] = useState<Values>({})
  const faultOf = useTrialFaults()
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text size="sm" c="dimmed">
          {t('catalogue.previewHelp')}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={t('catalogue.previewLanguage')}
          data={choices}
          value={language}
          onChange={setLanguage}
        />
      </Group>
      <FormInput
        fields={fields.map((field) => previewField(field, language))}
        values={values}
        onChange={setValues}
        faultOf={(key) => faultOf(fields, key, values)}
      />
    </>
  )
}

/** The questions in one language, as the server tells them to whoever answers. */
function previewField(field: FormField, language: Language): AskedField {
  return {
    ...previewCell(field, language),
    columns: field.columns?.map((column) => previewCell(column, language)) ?? null,
    minRows: field.minRows ?? null,
    maxRows: field.maxRows ?? null,
  }
}

function previewCell(cell: FormField | FormColumn, language: Language) {
  return {
    key: cell.key,
    type: cell.type,
    label: cell.label[language] || cell.key,
    help: cell.help?.[language] ?? null,
    section: cell.section?.[language] ?? null,
    required: cell.required,
    requiredUnless: cell.requiredUnless ?? null,
    personal: cell.personal ?? false,
    maxLength: cell.maxLength ?? null,
    min: cell.min ?? null,
    max: cell.max ?? null,
    integer: cell.integer ?? false,
    mustBeTrue: cell.mustBeTrue ?? false,
    choices: cell.choices?.map(({ code, label }) => ({ code, label: label[language] || code })) ?? null,
  }
}
