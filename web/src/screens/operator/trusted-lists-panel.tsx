import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/index.ts'
import { TrustedLists } from '../../parts/seal/trusted-lists.tsx'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'

/** What seals are judged by, and until when. */
export function TrustedListsPanel({ trusted }: { trusted: Answer<'listOperatorLists'>['trusted'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { version, importedAt, staleFrom, lists } = trusted
  return (
    <Panel title={t('sealTrust.lists')} help={t('operatorPlace.trustedHelp')}>
      {version === null || importedAt === null ? (
        <Notice tone="info">{t('operatorPlace.noTrusted')}</Notice>
      ) : (
        <>
          <Facts
            facts={[
              { label: t('operatorPlace.version'), value: String(version) },
              { label: t('operatorPlace.imported'), value: format.moment(importedAt) },
              { label: t('operatorPlace.replaceBy'), value: staleFrom && format.day(staleFrom) },
            ]}
          />
          <TrustedLists lists={lists} />
        </>
      )}
    </Panel>
  )
}
