import { ActionIcon, Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import { MoveButtons } from '../../parts/order/move-buttons.tsx'
import { useList } from '../../parts/order/use-list.ts'
import type { FormField } from './catalogue.queries.ts'
import classes from './catalogue.module.css'
import { columnWithType, newColumn } from './definition-draft.ts'
import { rowsReversed } from './form-faults.ts'
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
          <QuestionFields
            field={column}
            all={columns}
            title={t('catalogue.column')}
            types={columnTypes}
            tried={tried}
            onType={(type) => list.put(index, columnWithType(column, type))}
            onChange={(part) => list.put(index, { ...column, ...part })}
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

function RowCounts({ field, onChange }: Omit<Props, 'tried'>) {
  const { t } = useTranslation()
  function put(name: 'minRows' | 'maxRows', value: number | string) {
    const { [name]: _before, ...rest } = field
    onChange(value === '' ? rest : { ...rest, [name]: Number(value) })
  }
  return (
    <Group gap="md" align="flex-start">
      <NumberInput
        size="xs"
        label={t('catalogue.minRows')}
        min={0}
        max={500}
        allowDecimal={false}
        value={field.minRows ?? ''}
        error={rowsReversed(field) && t('catalogue.rowsReversed')}
        onChange={(value) => put('minRows', value)}
      />
      <NumberInput
        size="xs"
        label={t('catalogue.maxRows')}
        min={1}
        max={500}
        allowDecimal={false}
        value={field.maxRows ?? ''}
        onChange={(value) => put('maxRows', value)}
      />
    </Group>
  )
}
