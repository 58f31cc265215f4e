import { Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { themes, type Theme } from '../../ui/theme-label.tsx'
import { severities, type Severity } from './findings.queries.ts'

export interface FindingDraft {
  readonly title: string
  readonly description: string
  readonly severity: Severity
  readonly theme: Theme | null
}

export const isFilled = ({ title, theme }: FindingDraft) => title.trim() !== '' && theme !== null

/** As it is sent. */
export const wireFinding = ({ title, description, severity, theme }: FindingDraft) => ({
  title: title.trim(),
  description: description.trim() === '' ? null : description.trim(),
  severity,
  ...(theme !== null && { theme }),
})

const withoutIndicator: readonly (Theme | null)[] = ['ETHICS', 'HUMAN_RIGHTS']

/** What an open finding does to the indicator of its theme. */
export function useCapText(): (finding: Pick<FindingDraft, 'severity' | 'theme'>) => string {
  const { t } = useTranslation()
  return ({ severity, theme }) =>
    severity !== 'MINOR' && withoutIndicator.includes(theme)
      ? t('findings.noIndicator')
      : t(`findings.cap.${severity}`)
}

interface Props {
  draft: FindingDraft
  put: (change: Partial<FindingDraft>) => void
}

export function FindingFields({ draft, put }: Props) {
  const { t } = useTranslation()
  const capText = useCapText()
  return (
    <>
      <TextInput
        label={t('findings.add.words')}
        description={t('findings.add.wordsHelp')}
        required
        maxLength={200}
        value={draft.title}
        onChange={(event) => put({ title: event.currentTarget.value })}
      />
      <Select
        label={t('findings.column.theme')}
        placeholder={t('findings.filter.theme')}
        required
        data={themes.map((value) => ({ value, label: t(`labels.theme.${value}`) }))}
        value={draft.theme}
        allowDeselect={false}
        onChange={(theme) => put({ theme })}
      />
      <Select
        label={t('findings.column.severity')}
        description={capText(draft)}
        data={severities.map((value) => ({ value, label: t(`findings.severity.${value}`) }))}
        value={draft.severity}
        allowDeselect={false}
        onChange={(severity) => put({ severity: severity ?? 'MINOR' })}
      />
      <Textarea
        label={t('findings.description')}
        description={t('findings.internal')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={4000}
        value={draft.description}
        onChange={(event) => put({ description: event.currentTarget.value })}
      />
    </>
  )
}
