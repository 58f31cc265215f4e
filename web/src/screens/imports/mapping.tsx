import { Button, Group, Radio, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { UnitInput } from '../../parts/units/unit-input.tsx'
import { useUnits } from '../../parts/units/use-units.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { leftOut, ownTargets } from './column-targets.ts'
import { importableQuery } from './importable.queries.ts'
import type { OnDuplicate } from './imports.queries.ts'
import { hasIdentifier, type TableFile } from './table-file.ts'

interface Props {
  accountId: number
  table: TableFile
  onTable: (table: TableFile) => void
  onDuplicate: OnDuplicate
  onDuplicateChange: (onDuplicate: OnDuplicate) => void
  /** Where the companies go. */
  unit: number | null
  isUnitNeeded: boolean
  onUnit: (unit: number | null) => void
  pending: boolean
  onCheck: () => void
  onAgain: () => void
}

/** What each column means, and what becomes of companies that are there already. */
export function Mapping(props: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { table, onDuplicate, onDuplicateChange, pending, onCheck, onAgain } = props
  const isReady = hasIdentifier(table) && !(props.isUnitNeeded && props.unit === null)
  const { name, rows } = table
  const help =
    rows === null
      ? t('imports.mappingHelpBook', { name })
      : t('imports.mappingHelp', { name, count: rows, rows: format.number(rows) })
  return (
    <Panel title={t('imports.mapping')} help={help}>
      <Stack gap="md">
        <Columns {...props} />
        {!hasIdentifier(table) && <Notice tone="warning">{t('imports.needIdentifier')}</Notice>}
        <UnitOfImport {...props} />
        <Radio.Group label={t('imports.duplicates')} value={onDuplicate} onChange={onDuplicateChange}>
          <Stack gap={8} mt={8}>
            <Radio value="skip" label={t('imports.duplicate.skip')} />
            <Radio value="error" label={t('imports.duplicate.error')} />
            <Radio value="update" label={t('imports.duplicate.update')} />
          </Stack>
        </Radio.Group>
        <Group justify="space-between">
          <Button variant="default" onClick={onAgain}>
            {t('imports.another')}
          </Button>
          <Button loading={pending} disabled={!isReady} onClick={onCheck}>
            {t('imports.check')}
          </Button>
        </Group>
        <Text size="sm" c="dimmed" ta="end">
          {t('imports.checkHelp')}
        </Text>
      </Stack>
    </Panel>
  )
}

function UnitOfImport({ accountId, unit, isUnitNeeded, onUnit }: Props) {
  const { t } = useTranslation()
  const { choices } = useUnits(accountId)
  if (choices.length === 0) return null
  const help = isUnitNeeded
    ? t('units.company.needed')
    : `${t('units.company.help')} (${t('common.optional')})`
  return (
    <UnitInput
      accountId={accountId}
      label={t('units.imported')}
      description={help}
      value={unit}
      onChange={onUnit}
    />
  )
}

interface Line {
  place: number
  title: string
  examples: string
}

function Columns({ accountId, table, onTable }: Props) {
  const { t } = useTranslation()
  const { data: labels = [] } = useQuery(importableQuery(accountId))
  const lines: Line[] = table.header.map((title, place) => ({
    place,
    title: title.trim() === '' ? t('imports.untitled', { place: place + 1 }) : title,
    examples: table.sample
      .map((row) => row[place]?.trim() ?? '')
      .filter((cell) => cell !== '')
      .join(' · '),
  }))
  const options = useMemo(
    () => [
      { value: leftOut, label: t('imports.leaveOut') },
      {
        group: t('imports.company'),
        items: ownTargets.map((value) => ({ value, label: t(`imports.target.${value}`) })),
      },
      ...(labels.length === 0
        ? []
        : [{ group: t('imports.attributes'), items: labels.map((value) => ({ value, label: value })) }]),
    ],
    [labels, t],
  )
  /** One column for each meaning: the one that had it before is left out. */
  function choose(place: number, target: string) {
    const targets = table.targets.map((known, nth) =>
      nth === place ? target : known === target ? leftOut : known,
    )
    onTable({ ...table, targets })
  }
  const columns: Column<Line>[] = [
    { key: 'title', label: t('imports.column'), render: ({ title }) => title },
    { key: 'examples', label: t('imports.examples'), render: ({ examples }) => examples.slice(0, 90) },
    {
      key: 'target',
      label: t('imports.meaning'),
      width: '350px',
      render: ({ place, title }) => (
        <Select
          size="sm"
          aria-label={t('imports.meaningOf', { column: title })}
          data={options}
          searchable
          allowDeselect={false}
          value={table.targets[place] ?? leftOut}
          onChange={(target) => choose(place, target ?? leftOut)}
        />
      ),
    },
  ]
  return (
    <DataTable label={t('imports.mapping')} columns={columns} rows={lines} rowKey={({ place }) => place} />
  )
}
