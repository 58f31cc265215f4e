import { Checkbox, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCapText } from '../../parts/findings/finding-fields.tsx'
import { severities } from '../../parts/findings/findings.queries.ts'
import type { Theme } from '../../ui/theme-label.tsx'
import type { Draft } from './use-decisions.ts'

export interface RejectedDocument {
  readonly documentName: string
  readonly theme: Theme
}

interface Props {
  document: RejectedDocument
  draft: Draft
  onDraft: (change: Partial<Draft>) => void
}

/** What is wrong beyond this answer becomes a finding in the same step. */
export function RejectFinding({ document, draft, onDraft }: Props) {
  const { t } = useTranslation()
  const capText = useCapText()
  const { documentName, theme } = document
  const { finding } = draft
  const begin = () => {
    const title = t('findings.add.rejected', { name: documentName }).slice(0, 200)
    onDraft({ finding: { title, severity: 'MINOR' } })
  }
  return (
    <>
      <Checkbox
        size="sm"
        label={t('findings.add.openFrom')}
        checked={finding !== null}
        onChange={({ currentTarget }) => (currentTarget.checked ? begin() : onDraft({ finding: null }))}
      />
      {finding !== null && (
        <>
          <TextInput
            label={t('findings.add.words')}
            description={t('findings.add.wordsHelp')}
            required
            maxLength={200}
            value={finding.title}
            onChange={({ currentTarget }) => onDraft({ finding: { ...finding, title: currentTarget.value } })}
          />
          <Select
            label={t('findings.column.severity')}
            description={capText({ severity: finding.severity, theme })}
            data={severities.map((value) => ({ value, label: t(`findings.severity.${value}`) }))}
            value={finding.severity}
            allowDeselect={false}
            onChange={(severity) => onDraft({ finding: { ...finding, severity: severity ?? 'MINOR' } })}
          />
        </>
      )}
    </>
  )
}
