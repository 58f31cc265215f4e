import { Group, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ThirdParty } from '../../api/index.ts'
import { formatIdentifier, useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Pill } from '../../ui/pill.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './thirdparty.module.css'

export function Heading({ record }: { record: ThirdParty }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { legalIdentifier, identityStatus } = record
  return (
    <header className={classes.head}>
      <Group gap="sm" align="center">
        <Title order={1} size="h2" className={classes.name}>
          {record.name ?? t('portfolio.unnamed')}
        </Title>
        {identityStatus !== 'PENDING' && <StatusBadge status={record.status} />}
        {record.archived && <Pill tone="neutral">{t('thirdparty.archived')}</Pill>}
      </Group>
      <Text c="dimmed" size="sm" mt={4}>
        {t(`add.${legalIdentifier.code}`)} {formatIdentifier(legalIdentifier)}
        {record.code !== null && ` · ${record.code}`}
        {` · ${t('thirdparty.addedOn', { date: format.day(record.createdAt) })}`}
      </Text>
      {identityStatus === 'PENDING' && (
        <div className={classes.notice}>
          <Notice tone="info" live="polite" title={t('thirdparty.pendingTitle')}>
            {t('thirdparty.pendingDetail')}
          </Notice>
        </div>
      )}
      {identityStatus === 'NOT_FOUND' && (
        <div className={classes.notice}>
          <Notice tone="warning" title={t('thirdparty.notFoundTitle')}>
            {t('thirdparty.notFoundDetail')}
          </Notice>
        </div>
      )}
    </header>
  )
}
