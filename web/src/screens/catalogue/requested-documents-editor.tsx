import { ActionIcon, Checkbox, Group, Select, Stack, Text, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { documentTypesQuery, type RequestedDocument } from './catalogue.queries.ts'
import classes from './catalogue.module.css'
import { ConditionFields } from './condition-fields.tsx'
import { useDocumentNames } from './dossier-type-sheet.tsx'

interface Props {
  documents: RequestedDocument[]
  onChange: (documents: RequestedDocument[]) => void
}

/** Which documents a dossier of this kind asks for, how firmly, and of whom. */
export function RequestedDocumentsEditor({ documents, onChange }: Props) {
  const { t } = useTranslation()
  const nameOf = useDocumentNames()
  const { data: types = [] } = useQuery(documentTypesQuery(useAccountId(), false))
  const language = currentLanguage()
  const free = types.filter(({ code }) => !documents.some((one) => one.code === code))
  return (
    <Stack gap="sm">
      <Title order={3} size="h6">
        {t('catalogue.asked')}
      </Title>
      {documents.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('catalogue.askedEmpty')}
        </Text>
      )}
      {documents.map((document, index) => (
        <div key={document.code} className={classes.box}>
          <div className={classes.row}>
            <Text fw={550}>{nameOf(document.code)}</Text>
            <Group gap="md">
              <Checkbox
                label={t('catalogue.required')}
                checked={document.required}
                onChange={(event) =>
                  onChange(documents.with(index, { ...document, required: event.currentTarget.checked }))
                }
              />
              <ActionIcon
                variant="subtle"
                color="red.8"
                aria-label={t('catalogue.removeAsked', { name: nameOf(document.code) })}
                onClick={() => onChange(documents.toSpliced(index, 1))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          </div>
          <ConditionFields document={document} onChange={(next) => onChange(documents.with(index, next))} />
        </div>
      ))}
      <Select
        label={t('catalogue.addAsked')}
        placeholder={t('common.search')}
        searchable
        value={null}
        data={free.map(({ code, name }) => ({ value: code, label: name[language] }))}
        onChange={(code) => code !== null && onChange([...documents, { code, required: true }])}
      />
    </Stack>
  )
}
