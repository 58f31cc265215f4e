import { ActionIcon, Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import { MoveButtons } from '../../parts/order/move-buttons.tsx'
import { useList } from '../../parts/order/use-list.ts'
import type { Bilingual, FormField } from './catalogue.queries.ts'
import classes from './catalogue.module.css'
import { ColumnsEditor } from './columns-editor.tsx'
import { newField, patched, withSection, withType, type Patch } from './definition-draft.ts'
import { QuestionDetails } from './question-details.tsx'
import { QuestionFields } from './question-fields.tsx'
import { SectionFields } from './section-fields.tsx'

const types = ['string', 'date', 'iban', 'boolean', 'number', 'choice', 'table'] as const

interface Props {
  fields: FormField[]
  onChange: (fields: FormField[]) => void
  tried: boolean
}

/** The questions of a form, in their order. */
export function FieldsEditor({ fields, onChange, tried }: Props) {
  const { t } = useTranslation()
  const list = useList(fields, onChange)
  return (
    <Stack gap="sm">
      <Title order={3} size="h6">
        {t('catalogue.fields')}
      </Title>
      {fields.map((field, index) => (
        <div key={list.keyOf(index)} className={classes.box}>
          <FieldEditor
            field={field}
            all={fields}
            tried={tried}
            onChange={(next) => list.put(index, next)}
            onRename={(before, after) => onChange(withSection(fields, before, after))}
          />
          <Group justify="flex-end" gap={4} mt="xs">
            <MoveButtons
              name={field.label[currentLanguage()] || field.key}
              index={index}
              count={fields.length}
              onMove={(step) => list.move(index, step)}
            />
            <ActionIcon
              variant="subtle"
              color="red.8"
              aria-label={t('catalogue.removeField', { name: field.label[currentLanguage()] || field.key })}
              onClick={() => list.remove(index)}
            >
              <IconTrash size={16} aria-hidden="true" />
            </ActionIcon>
          </Group>
        </div>
      ))}
      {tried && fields.length === 0 && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t('catalogue.noField')}
        </Text>
      )}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => list.add(newField(fields))}
        >
          {t('catalogue.addField')}
        </Button>
      </Group>
    </Stack>
  )
}

interface FieldProps {
  field: FormField
  all: readonly FormField[]
  onChange: (field: FormField) => void
  /** Of its section. */
  onRename: (before: Bilingual, after: Bilingual) => void
  tried: boolean
}

function FieldEditor({ field, all, onChange, onRename, tried }: FieldProps) {
  const { t } = useTranslation()
  const change = (patch: Patch<FormField>) => onChange(patched(field, patch))
  return (
    <>
      <QuestionFields
        field={field}
        all={all}
        title={t('catalogue.question')}
        types={types}
        tried={tried}
        onType={(type) => onChange(withType(field, type))}
        onChange={change}
      />
      <QuestionDetails field={field} title={t('catalogue.details')} tried={tried} onChange={change}>
        <SectionFields
          field={field}
          all={all}
          tried={tried}
          onChange={(section) => change({ section })}
          onRename={onRename}
        />
        <UnlessField field={field} all={all} onChange={change} />
      </QuestionDetails>
      {field.type === 'table' && <ColumnsEditor field={field} onChange={onChange} tried={tried} />}
    </>
  )
}

interface UnlessProps {
  field: FormField
  all: readonly FormField[]
  onChange: (patch: Patch<FormField>) => void
}

/** Of two questions that stand for each other one is enough. */
function UnlessField({ field, all, onChange }: UnlessProps) {
  const { t } = useTranslation()
  const others = all.filter((one) => one.key !== field.key && one.type !== 'table')
  if (field.required || others.length === 0) return null
  return (
    <Select
      label={t('catalogue.requiredUnless')}
      placeholder={t('catalogue.neverRequired')}
      maw={420}
      clearable
      data={others.map(({ key, label }) => ({ value: key, label: label[currentLanguage()] || key }))}
      value={field.requiredUnless ?? null}
      onChange={(key) => onChange({ requiredUnless: key ?? undefined })}
    />
  )
}
