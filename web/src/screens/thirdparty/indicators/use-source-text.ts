import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Texts } from '../../../i18n/en/index.ts'
import { openDossiersQuery } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'

type DocumentStatus = keyof Texts['labels']['documentStatus']
type CompanyStatus = keyof Texts['status']
type DataProvider = keyof Texts['monitoring']['names']

/** What a factor rests on: a document's status, the register, providers or documents, by their codes. */
export function useSourceText(): (source: string) => string {
  const { t } = useTranslation()
  const { data } = useQuery(openDossiersQuery(useThirdPartyIds()))
  const names = new Map(
    data?.content.flatMap(({ documents }) =>
      documents.map(({ documentCode, documentName }) => [documentCode, documentName] as const),
    ),
  )
  const one = (code: string): string => {
    if (code === 'REGISTER') return t('indicators.register')
    const text =
      t(`labels.documentStatus.${code as DocumentStatus}`, { defaultValue: '' }) ||
      t(`status.${code as CompanyStatus}`, { defaultValue: '' }) ||
      t(`monitoring.names.${code as DataProvider}`, { defaultValue: '' })
    return text || (names.get(code) ?? code)
  }
  return (source) => source.split(', ').map(one).join(', ')
}
