import { useTranslation } from 'react-i18next'
import type { RequestedDocument } from '../../parts/answer/answer-types.ts'

/** Why a document stands as it does. */
export function useReasonText(): (document: RequestedDocument) => string {
  const { t } = useTranslation()
  return ({ statusReason, kind }) => {
    if (statusReason === 'NO_ANSWER' && kind === 'CHECK') return t('dossier.documents.notChecked')
    return t(`labels.statusReason.${statusReason}`)
  }
}
