import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MoveButtons } from '../../parts/order/move-buttons.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Pill } from '../../ui/pill.tsx'
import { AttributeActions } from './attribute-actions.tsx'
import { isList, type Attribute, type AttributeScope } from './attributes.queries.ts'
import { useAttributeOrder } from './use-attribute-order.ts'
import classes from './attributes.module.css'

interface Props {
  accountId: number
  scope: AttributeScope
  attributes: readonly Attribute[] | null
  mayChange: boolean
}

export function AttributeTable({ accountId, scope, attributes, mayChange }: Props) {
  const { t } = useTranslation()
  const move = useAttributeOrder(accountId, scope)
  const live = attributes?.filter(({ archived }) => !archived) ?? []
  const columns: Column<Attribute>[] = [
    { key: 'label', label: t('attributes.label'), width: '32%', render: (one) => <Name attribute={one} /> },
    {
      key: 'type',
      label: t('attributes.type'),
      width: '22%',
      render: ({ type }) => t(`attributes.types.${type}`),
    },
    { key: 'values', label: t('attributes.values'), render: (one) => <Values attribute={one} /> },
  ]
  const actions: Column<Attribute> = {
    key: 'actions',
    label: t('common.actions'),
    hideLabel: true,
    align: 'end',
    width: '128px',
    render: (one) => (
      <Group gap={2} justify="flex-end" wrap="nowrap">
        {!one.archived && (
          <MoveButtons
            name={one.label}
            index={live.indexOf(one)}
            count={live.length}
            onMove={(step) => move(live.indexOf(one), step)}
          />
        )}
        <AttributeActions accountId={accountId} attribute={one} />
      </Group>
    ),
  }
  return (
    <DataTable
      label={t(`attributes.scope.${scope}`)}
      columns={mayChange ? [...columns, actions] : columns}
      rows={attributes}
      rowKey={({ attributeId }) => attributeId}
      skeletonRows={scope === 'THIRD_PARTY' ? 5 : 2}
    />
  )
}

function Name({ attribute: { label, code } }: { attribute: Attribute }) {
  return (
    <>
      {label}
      <span className={classes.code}>{code}</span>
    </>
  )
}

const result = 4

function Values({ attribute }: { attribute: Attribute }) {
  const { t } = useTranslation()
  const { type, options, calculated, required, archived } = attribute
  const more = options.length - result
  const list = options.slice(0, result).join(', ')
  return (
    <>
      <span className={classes.pills}>
        {archived && <Pill tone="neutral">{t('attributes.pillArchived')}</Pill>}
        {required && <Pill tone="warning">{t('attributes.pillRequired')}</Pill>}
        {calculated !== null && <Pill tone="info">{t('attributes.pillCalculated')}</Pill>}
      </span>
      {isList(type) && (
        <span>{more > 0 ? `${list} ${t('attributes.moreOptions', { count: more })}` : list}</span>
      )}
      {calculated !== null && <span className={classes.code}>{calculated}</span>}
      {!isList(type) && calculated === null && <span className={classes.free}>{t('attributes.free')}</span>}
    </>
  )
}
