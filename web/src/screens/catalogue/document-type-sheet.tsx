import { Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import { Facts } from '../../ui/panel.tsx'
import { ThemeLabel } from '../../ui/theme-label.tsx'
import type { DocumentType, FormField } from './catalogue.queries.ts'
import classes from './catalogue.module.css'
import { fileTypeName } from './file-types-field.tsx'
import { FormPreview } from './form-preview.tsx'
import { TypeState } from './document-type-table.tsx'
import { useLimitText } from './use-limit-text.ts'
import { useValidityText } from './validity-text.ts'

/** What third parties are asked, and by what right, as it stands. */
export function DocumentTypeSheet({ type }: { type: DocumentType }) {
  const { t } = useTranslation()
  const language = currentLanguage()
  const validityText = useValidityText()
  const { definition } = type
  const { legalBasis, legalBasisVerified, retentionYears, expectedScore, acceptedFileTypes } = definition
  const { kind, answeredBy = 'THIRD_PARTY' } = definition
  const basis = legalBasis[language]
  return (
    <Stack gap="md">
      <Group gap="sm">
        <TypeState row={type} />
        <ThemeLabel theme={definition.theme} />
        <Text size="sm" c="dimmed">
          {t(`catalogue.kinds.${definition.kind}`)} · {t('catalogue.versionOf', { version: type.version })}
        </Text>
      </Group>
      <p className={classes.prose}>{definition.purpose[language]}</p>
      <Facts
        facts={[
          {
            label: t('catalogue.legalBasis'),
            value: legalBasisVerified ? basis : t('catalogue.unverified', { basis }),
          },
          {
            label: t('catalogue.answeredBy'),
            value: kind === 'CHECK' ? null : t(`catalogue.answerers.${answeredBy}`),
            optional: true,
          },
          { label: t('catalogue.validity'), value: validityText(definition.validity) },
          { label: t('catalogue.note'), value: definition.validityNote?.[language], optional: true },
          { label: t('catalogue.retention'), value: t('catalogue.years', { count: retentionYears }) },
          { label: t('catalogue.expectedScore'), value: expectedScore, optional: true },
          {
            label: t('catalogue.fileTypes'),
            value: acceptedFileTypes.map(fileTypeName).join(', '),
            optional: true,
          },
          {
            label: t('catalogue.sensitive'),
            value: [
              definition.personalData && t('catalogue.personalData'),
              definition.bankDetails && t('catalogue.bankDetails'),
            ]
              .filter(Boolean)
              .join(', '),
            optional: true,
          },
        ]}
      />
      {definition.fields.length > 0 && (
        <>
          <FieldList fields={definition.fields} />
          <FormPreview fields={definition.fields} />
        </>
      )}
    </Stack>
  )
}

function FieldList({ fields }: { fields: FormField[] }) {
  const { t } = useTranslation()
  const limitText = useLimitText()
  const language = currentLanguage()
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {t('catalogue.fields')}
      </Title>
      <ul className={classes.fields}>
        {fields.map((field) => (
          <li key={field.key} className={classes.field}>
            <span>{field.label[language]}</span>
            <span className={classes.dim}>
              {[
                t(`catalogue.fieldTypes.${field.type}`),
                ...(field.required ? [t('catalogue.required')] : []),
                ...limitText(field),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
