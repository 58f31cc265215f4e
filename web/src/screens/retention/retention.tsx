import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { Deletions } from './deletions.tsx'
import { Erasures } from './erasures.tsx'
import { ErasePerson } from './erase-person.tsx'
import classes from './retention.module.css'

export function Retention() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer, audit } = useRights(accountId)
  return (
    <>
      <PageHeader title={t('retention.title')} lead={t('retention.lead')} />
      <div className={classes.stack}>
        <Deletions accountId={accountId} mayHold={administer} />
        <Panel title={t('retention.aboutHold')}>
          <Text size="sm">{t('retention.aboutHoldDetail')}</Text>
        </Panel>
        <Panel title={t('retention.erase')} help={t('retention.eraseHelp')}>
          {administer ? (
            <ErasePerson accountId={accountId} />
          ) : (
            <Text size="sm">{t('retention.eraseReserved')}</Text>
          )}
        </Panel>
        {audit && <Erasures accountId={accountId} />}
      </div>
    </>
  )
}
