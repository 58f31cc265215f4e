import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Texts } from '../../../i18n/en/index.ts'
import { openDossiersQuery } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'

type DocumentStatus = keyof Texts['labels']['documentStatus']
type StatusReason = keyof Texts['labels']['statusReason']
type CompanyStatus = keyof Texts['status']
type DataProvider = keyof Texts['monitoring']['names']

/** What a factor rests on: a document's status, a hit, the register, providers or documents, by their codes. */
export function useSourceText(): (source: string) => string {
  const { t, i18n } = useTranslation()
  const { data } = useQuery(openDossiersQuery(useThirdPartyIds()))
  const names = new Map(
    data?.content.flatMap(({ documents }) =>
      documents.map(({ documentCode, documentName }) => [documentCode, documentName] as const),
    ),
  )
  const one = (code: string): string => {
    if (code === 'REGISTER') return t('indicators.register')
    // A text that is asked for and missing is reported as a fault.
    const has = (part: string) => i18n.exists(`${part}.${code}`)
    if (has('labels.documentStatus')) return t(`labels.documentStatus.${code as DocumentStatus}`)
    if (has('status')) return t(`status.${code as CompanyStatus}`)
    if (has('labels.statusReason')) return t(`labels.statusReason.${code as StatusReason}`)
    if (has('monitoring.names')) return t(`monitoring.names.${code as DataProvider}`)
    return names.get(code) ?? code
  }
  return (source) => source.split(', ').map(one).join(', ')
}
