import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import { MoveButtons } from '../../parts/order/move-buttons.tsx'
import { useList } from '../../parts/order/use-list.ts'
import type { FormColumn, FormField } from './catalogue.queries.ts'
import classes from './catalogue.module.css'
import { columnWithType, newColumn, patched, type Patch } from './definition-draft.ts'
import { rowsReversed } from './form-faults.ts'
import { LimitInput } from './limit-input.tsx'
import { QuestionDetails } from './question-details.tsx'
import { QuestionFields } from './question-fields.tsx'

const columnTypes = ['string', 'date', 'iban', 'boolean', 'number', 'choice'] as const
const mostColumns = 20

interface Props {
  field: FormField
  onChange: (field: FormField) => void
  tried: boolean
}

/** What each row of a table asks, and how many rows there may be. */
export function ColumnsEditor({ field, onChange, tried }: Props) {
  const { t } = useTranslation()
  const columns = field.columns ?? []
  const list = useList(columns, (next) => onChange({ ...field, columns: next }))
  return (
    <Stack gap="xs" className={classes.columns}>
      <Text size="sm" fw={550}>
        {t('catalogue.columns')}
      </Text>
      {columns.map((column, index) => (
        <fieldset key={list.keyOf(index)} className={classes.column}>
          <legend className={classes.place}>{t('catalogue.columnPlace', { place: index + 1 })}</legend>
          <ColumnEditor
            column={column}
            all={columns}
            tried={tried}
            onChange={(next) => list.put(index, next)}
          />
          <Group justify="flex-end" gap={4}>
            <MoveButtons
              name={column.label[currentLanguage()] || column.key}
              index={index}
              count={columns.length}
              onMove={(step) => list.move(index, step)}
            />
            <ActionIcon
              variant="subtle"
              color="red.8"
              disabled={columns.length === 1}
              aria-label={t('catalogue.removeColumn', {
                name: column.label[currentLanguage()] || column.key,
              })}
              onClick={() => list.remove(index)}
            >
              <IconTrash size={16} aria-hidden="true" />
            </ActionIcon>
          </Group>
        </fieldset>
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          disabled={columns.length >= mostColumns}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => list.add(newColumn(columns))}
        >
          {t('catalogue.addColumn')}
        </Button>
      </Group>
      <RowCounts field={field} onChange={onChange} />
    </Stack>
  )
}

interface ColumnProps {
  column: FormColumn
  all: readonly FormColumn[]
  onChange: (column: FormColumn) => void
  tried: boolean
}

function ColumnEditor({ column, all, onChange, tried }: ColumnProps) {
  const { t } = useTranslation()
  const change = (patch: Patch<FormColumn>) => onChange(patched(column, patch))
  return (
    <>
      <QuestionFields
        field={column}
        all={all}
        title={t('catalogue.column')}
        types={columnTypes}
        tried={tried}
        onType={(type) => onChange(columnWithType(column, type))}
        onChange={change}
      />
      <QuestionDetails field={column} title={t('catalogue.columnDetails')} tried={tried} onChange={change} />
    </>
  )
}

function RowCounts({ field, onChange }: Omit<Props, 'tried'>) {
  const { t } = useTranslation()
  const shared = { size: 'xs', max: 500, allowDecimal: false }
  return (
    <Group gap="md" align="flex-start">
      <LimitInput
        {...shared}
        label={t('catalogue.minRows')}
        min={0}
        limit={field.minRows}
        error={rowsReversed(field) && t('catalogue.rowsReversed')}
        onLimit={(minRows) => onChange(patched(field, { minRows }))}
      />
      <LimitInput
        {...shared}
        label={t('catalogue.maxRows')}
        min={1}
        limit={field.maxRows}
        onLimit={(maxRows) => onChange(patched(field, { maxRows }))}
      />
    </Group>
  )
}
