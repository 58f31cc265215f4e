import { ActionIcon, Popover, Skeleton, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { valueText, type AttributeRecord } from '../../../parts/attributes/attribute-value.ts'
import { useFormat } from '../../../ui/format.ts'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { attributeHistoryQuery } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import classes from './attributes.module.css'

export function AttributeHistory({ attribute }: { attribute: AttributeRecord }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" width={320} trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={() => setOpen(!isOpen)}
          aria-label={t('attributesEdit.history', { label: attribute.label })}
        >
          <IconHistory size={17} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text fw={620} size="sm" mb={6} tabIndex={-1} data-autofocus>
          {t('attributesEdit.historyTitle')}
        </Text>
        {isOpen && <Changes attribute={attribute} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Changes({ attribute: { attributeId, type } }: { attribute: AttributeRecord }) {
  const { t } = useTranslation()
  const format = useFormat()
  const query = useQuery(attributeHistoryQuery(useThirdPartyIds(), attributeId))
  if (query.isPending) return <Skeleton height={60} />
  if (query.isError) return <ProblemAlert title={t('attributesEdit.historyFailed')} error={query.error} />
  if (query.data.content.length === 0) return <Text size="sm">{t('attributesEdit.historyEmpty')}</Text>
  return (
    <ul className={classes.changes}>
      {query.data.content.map((change) => {
        const before = valueText(type, change.before, { format, t })
        const after = valueText(type, change.after, { format, t })
        return (
          <li key={change.changeId}>
            {before === null && t('attributesEdit.historyFirst', { after })}
            {before !== null && after === null && t('attributesEdit.historyCleared', { before })}
            {before !== null && after !== null && t('attributesEdit.historyLine', { before, after })}
            <span className={classes.note}>
              {format.moment(change.changedAt)}, {t(`attributesEdit.by.${change.by.type}`)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
