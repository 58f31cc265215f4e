import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { accountNow } from '../../ui/account-clock.ts'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { SealTrust } from './seal-trust.queries.ts'
import classes from './seal-trust.module.css'

export function ListsPanel({ trust: { lists, staleFrom } }: { trust: SealTrust }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isStale = staleFrom !== null && Date.parse(`${staleFrom}Z`) < accountNow()
  return (
    <Panel title={t('sealTrust.lists')} help={t('sealTrust.listsHelp')}>
      {lists.length === 0 && <Notice tone="info">{t('sealTrust.noLists')}</Notice>}
      {isStale && <Notice tone="warning">{t('sealTrust.stale', { date: format.day(staleFrom) })}</Notice>}
      {lists.length > 0 && (
        <div className={classes.lists}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('sealTrust.country')}</Table.Th>
                <Table.Th>{t('sealTrust.number')}</Table.Th>
                <Table.Th>{t('sealTrust.issued')}</Table.Th>
                <Table.Th>{t('sealTrust.next')}</Table.Th>
                <Table.Th>{t('sealTrust.services')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lists.map(({ country, sequence, issuedAt, nextUpdate, services }) => (
                <Table.Tr key={country}>
                  <Table.Td>{country === 'EU' ? t('sealTrust.union') : format.country(country)}</Table.Td>
                  <Table.Td>{sequence}</Table.Td>
                  <Table.Td>{format.day(issuedAt)}</Table.Td>
                  <Table.Td>{nextUpdate === null ? '–' : format.day(nextUpdate)}</Table.Td>
                  <Table.Td>{format.number(services)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Panel>
  )
}
