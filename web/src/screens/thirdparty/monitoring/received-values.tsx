import { ActionIcon, Popover, Skeleton, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import type { Monitoring } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { receivedValuesQuery } from './monitoring.queries.ts'
import classes from './monitoring.module.css'

interface Props {
  provider: Monitoring['provider']
  label: string
}

export function ReceivedValues({ provider, label }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" width={300} trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={() => setOpen(!isOpen)}
          aria-label={t('monitoring.earlier', { provider: label })}
        >
          <IconHistory size={17} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text fw={620} size="sm" mb={6} tabIndex={-1} data-autofocus>
          {t('monitoring.earlierTitle')}
        </Text>
        {isOpen && <Values provider={provider} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Values({ provider }: Pick<Props, 'provider'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const query = useQuery(receivedValuesQuery(useThirdPartyIds(), provider))
  if (query.isPending) return <Skeleton height={60} />
  if (query.isError) return <ProblemAlert title={t('monitoring.earlierFailed')} error={query.error} />
  return (
    <ul className={classes.values}>
      {query.data.content.map(({ valueId, raw, score, band, asOf, receivedAt }) => (
        <li key={valueId}>
          <b>{raw ?? score ?? band}</b>
          <span className={classes.note}>
            {t('monitoring.asOf', { date: format.date(asOf) })},{' '}
            {t('monitoring.received', { date: format.day(receivedAt) })}
          </span>
        </li>
      ))}
    </ul>
  )
}
