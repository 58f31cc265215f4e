import { useTranslation } from 'react-i18next'
import { TrustedLists } from '../../parts/seal/trusted-lists.tsx'
import { accountNow } from '../../ui/account-clock.ts'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { SealTrust } from './seal-trust.queries.ts'

export function ListsPanel({ trust: { lists, staleFrom } }: { trust: SealTrust }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isStale = staleFrom !== null && Date.parse(`${staleFrom}Z`) < accountNow()
  return (
    <Panel title={t('sealTrust.lists')} help={t('sealTrust.listsHelp')}>
      {lists.length === 0 && <Notice tone="info">{t('sealTrust.noLists')}</Notice>}
      {isStale && <Notice tone="warning">{t('sealTrust.stale', { date: format.day(staleFrom) })}</Notice>}
      {lists.length > 0 && <TrustedLists lists={lists} />}
    </Panel>
  )
}
