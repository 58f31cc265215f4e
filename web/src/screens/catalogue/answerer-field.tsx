import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DocumentDefinition } from './catalogue.queries.ts'

interface Props {
  draft: DocumentDefinition
  onChange: (draft: DocumentDefinition) => void
}

/** Whether it is a piece of the account itself; what the service checks is nobody's to answer. */
export function AnswererField({ draft, onChange }: Props) {
  const { t } = useTranslation()
  if (draft.kind === 'CHECK') return null
  return (
    <Checkbox
      label={t('labels.internal')}
      description={t('catalogue.internalHelp')}
      checked={draft.answeredBy === 'ACCOUNT'}
      onChange={(event) =>
        onChange({ ...draft, answeredBy: event.currentTarget.checked ? 'ACCOUNT' : 'THIRD_PARTY' })
      }
    />
  )
}
