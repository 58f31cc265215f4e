import { useTranslation } from 'react-i18next'
import { Comments } from '../../parts/comments/comments.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Company } from './thirdparty.queries.ts'

export function CommentsTab({ record }: { record: Company }) {
  const { t } = useTranslation()
  const { thirdpartyId } = record
  return (
    <Panel title={t('comments.title')}>
      <Comments target={{ thirdpartyId }} thirdpartyId={thirdpartyId} disabled={record.archived} />
    </Panel>
  )
}
