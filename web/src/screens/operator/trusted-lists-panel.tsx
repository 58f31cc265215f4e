import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/index.ts'
import { TrustedLists } from '../../parts/seal/trusted-lists.tsx'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'

interface Props {
  of: 'seals' | 'codes'
  trusted: Answer<'listOperatorLists'>['trusted']
}

const words = {
  seals: { title: 'sealTrust.lists', help: 'operatorPlace.trustedHelp', none: 'operatorPlace.noTrusted' },
  codes: {
    title: 'operatorPlace.codeAuthorities',
    help: 'operatorPlace.codesHelp',
    none: 'operatorPlace.noCodes',
  },
} as const

/** What seals, or codes on pieces, are judged by, and until when. */
export function TrustedListsPanel({ of, trusted }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { version, importedAt, staleFrom, lists } = trusted
  return (
    <Panel title={t(words[of].title)} help={t(words[of].help)}>
      {version === null || importedAt === null ? (
        <Notice tone="info">{t(words[of].none)}</Notice>
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
