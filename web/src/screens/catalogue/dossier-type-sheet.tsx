import { Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import { useStepPeople } from '../../parts/people/use-step-people.ts'
import { useFormat } from '../../ui/format.ts'
import { Facts } from '../../ui/panel.tsx'
import { ThemeLabel } from '../../ui/theme-label.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import {
  documentTypesQuery,
  type ApprovalStepDefinition,
  type DossierDefinition,
  type RequestedDocument,
} from './catalogue.queries.ts'
import classes from './catalogue.module.css'

/** The names of document types, for whoever reads this page. */
export function useDocumentNames(): (code: string) => string {
  const { data } = useQuery(documentTypesQuery(useAccountId(), false))
  return (code) => data?.find((type) => type.code === code)?.name[currentLanguage()] ?? code
}

export function DossierTypeSheet({ definition }: { definition: DossierDefinition }) {
  const { t } = useTranslation()
  const nameOf = useDocumentNames()
  const { purpose, themes, dueDays, renewal, documents, typed, approvalSteps = [] } = definition
  return (
    <Stack gap="md">
      <Group gap="md">
        {themes.map((theme) => (
          <ThemeLabel key={theme} theme={theme} />
        ))}
      </Group>
      <p className={classes.prose}>{purpose[currentLanguage()]}</p>
      <Facts
        facts={[
          { label: t('catalogue.dueDays'), value: t('catalogue.days', { count: dueDays }) },
          {
            label: t('catalogue.renewal'),
            value:
              renewal === null
                ? t('catalogue.noRenewal')
                : t('catalogue.everyMonths', { count: renewal.months }),
          },
          { label: t('catalogue.list'), value: typed ? t('catalogue.fixedList') : t('catalogue.openList') },
        ]}
      />
      <div>
        <Title order={3} size="h6" mb={4}>
          {t('catalogue.asked')}
        </Title>
        <ul className={classes.fields}>
          {documents.map((document) => (
            <li key={document.code} className={classes.field}>
              <span>{nameOf(document.code)}</span>
              <RequestedDocumentsText document={document} />
            </li>
          ))}
        </ul>
      </div>
      {approvalSteps.length > 0 && <ApprovalSteps steps={approvalSteps} />}
    </Stack>
  )
}

/** Who approves a dossier of this kind, one after the other. */
function ApprovalSteps({ steps }: { steps: readonly ApprovalStepDefinition[] }) {
  const { t } = useTranslation()
  const whom = useStepPeople(useAccountId())
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {t('approval.steps.title')}
      </Title>
      <ol className={classes.fields}>
        {steps.map((step, index) => (
          <li key={step.key} className={classes.field}>
            <span>{t('approval.numbered', { number: index + 1, title: step.title[currentLanguage()] })}</span>
            <span className={classes.dim}>
              {whom(step)}
              {step.skipWhen !== undefined && ` · ${t('approval.steps.skipped')}`}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** When it is asked, and how firmly. */
function RequestedDocumentsText({ document }: { document: RequestedDocument }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { required, conditions = {}, alternativeGroup } = document
  const { countriesIn, countriesNotIn, activities, headcountMin } = conditions
  const list = (codes: string[]) => codes.map(format.country).join(', ')
  const text = [
    required ? t('catalogue.required') : t('common.optional'),
    alternativeGroup !== undefined && t('catalogue.oneOf', { group: alternativeGroup }),
    countriesIn && t('catalogue.onlyIn', { list: list(countriesIn) }),
    countriesNotIn && t('catalogue.notIn', { list: list(countriesNotIn) }),
    activities && t('catalogue.onlyActivities', { list: activities.join(', ') }),
    headcountMin && t('catalogue.fromHeadcount', { number: format.number(headcountMin) }),
  ]
  return <span className={classes.dim}>{text.filter(Boolean).join(' · ')}</span>
}
