import { ActionIcon, Button, Checkbox, Group, Select, Stack, TextInput, Title } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BilingualField } from './bilingual-field.tsx'
import type { FormField } from './catalogue.queries.ts'
import classes from './catalogue.module.css'
import { ChoicesEditor } from './choices-editor.tsx'
import { newField } from './definition-draft.ts'

const simpleTypes = ['string', 'date', 'iban', 'boolean', 'number', 'choice'] as const

interface Props {
  fields: FormField[]
  onChange: (fields: FormField[]) => void
  tried: boolean
}

/** The questions of a form, in their order. */
export function FieldsEditor({ fields, onChange, tried }: Props) {
  const { t } = useTranslation()
  const put = (index: number, field: FormField) => onChange(fields.with(index, field))
  function move(index: number, step: -1 | 1) {
    const next = [...fields]
    const [moved] = next.splice(index, 1)
    if (moved !== undefined) next.splice(index + step, 0, moved)
    onChange(next)
  }
  return (
    <Stack gap="sm">
      <Title order={3} size="h6">
        {t('catalogue.fields')}
      </Title>
      {fields.map((field, index) => (
        <div key={field.key} className={classes.box}>
          <FieldEditor field={field} tried={tried} onChange={(next) => put(index, next)} />
          <Group justify="flex-end" gap={4} mt="xs">
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={index === 0}
              aria-label={t('catalogue.moveUp')}
              onClick={() => move(index, -1)}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={index === fields.length - 1}
              aria-label={t('catalogue.moveDown')}
              onClick={() => move(index, 1)}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red.8"
              aria-label={t('catalogue.removeField')}
              onClick={() => onChange(fields.toSpliced(index, 1))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        </div>
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => onChange([...fields, newField(fields)])}
        >
          {t('catalogue.addField')}
        </Button>
      </Group>
    </Stack>
  )
}

interface FieldProps {
  field: FormField
  onChange: (field: FormField) => void
  tried: boolean
}

function FieldEditor({ field, onChange, tried }: FieldProps) {
  const { t } = useTranslation()
  // A table keeps its columns as they are: they are written through the API.
  const types = field.type === 'table' ? (['table'] as const) : simpleTypes
  return (
    <Stack gap="xs">
      <BilingualField
        label={t('catalogue.question')}
        value={field.label}
        tried={tried}
        onChange={(label) => onChange({ ...field, label })}
      />
      <Group gap="md" align="flex-end">
        <Select
          label={t('catalogue.fieldType')}
          allowDeselect={false}
          disabled={field.type === 'table'}
          data={types.map((type) => ({ value: type, label: t(`catalogue.fieldTypes.${type}`) }))}
          value={field.type}
          onChange={(type) => type !== null && onChange(withType(field, type))}
        />
        <TextInput
          label={t('catalogue.fieldKey')}
          value={field.key}
          onChange={(event) => onChange({ ...field, key: event.currentTarget.value })}
        />
        <Checkbox
          mb={8}
          label={t('catalogue.required')}
          checked={field.required}
          onChange={(event) => onChange({ ...field, required: event.currentTarget.checked })}
        />
      </Group>
      {field.type === 'choice' && (
        <ChoicesEditor
          choices={field.choices ?? []}
          onChange={(choices) => onChange({ ...field, choices })}
        />
      )}
    </Stack>
  )
}

/** Only choices have choices; what other types carry of their own is let go as well. */
function withType(field: FormField, type: FormField['type']): FormField {
  const { key, label, help, section, required } = field
  const kept = { key, label, required, type, ...(help && { help }), ...(section && { section }) }
  return type === 'choice' ? { ...kept, choices: [] } : kept
}
