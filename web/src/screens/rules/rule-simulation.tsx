import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useTypeLabels } from './rule-text.ts'
import { simulationQuery, type RuleDraft, type Simulation } from './rules.queries.ts'
import classes from './rules.module.css'

/** What the rule as it stands here would open today. */
export function RuleSimulation({ ruleId, draft }: { ruleId: number | null; draft: RuleDraft }) {
  const { t } = useTranslation()
  const simulation = useQuery(simulationQuery(useAccountId(), { ruleId, draft }))
  return (
    <section className={classes.preview} aria-label={t('rules.preview')}>
      <Title order={3} size="h5">
        {t('rules.preview')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('rules.previewHelp')}
      </Text>
      {draft.dossierTypeCodes.length === 0 ? (
        <Text size="sm" mt="md">
          {t('rules.previewEmpty')}
        </Text>
      ) : simulation.isError ? (
        <ProblemAlert title={t('rules.previewFailed')} error={simulation.error} />
      ) : simulation.data === undefined ? (
        <Skeleton height={180} mt="md" />
      ) : (
        <div className={simulation.isPlaceholderData ? classes.stale : ''} aria-live="polite">
          <Figures simulation={simulation.data} />
          <Companies simulation={simulation.data} />
        </div>
      )}
    </section>
  )
}

function Figures({ simulation }: { simulation: Simulation }) {
  const { t } = useTranslation()
  const format = useFormat()
  const figures = [
    [t('rules.matching'), simulation.matchingThirdParties],
    [t('rules.toOpen'), simulation.toOpen],
    [t('rules.alreadyOpen'), simulation.alreadyOpen],
    [t('rules.notAgain'), simulation.notAgain],
  ] as const
  return (
    <dl className={classes.figures}>
      {figures.map(([label, value]) => (
        <div key={label} className={classes.figure}>
          <dt>{label}</dt>
          <dd>{format.number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Companies({ simulation }: { simulation: Simulation }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const labelOf = useTypeLabels()
  if (simulation.thirdParties.length === 0) return <Text size="sm">{t('rules.opensNothing')}</Text>
  return (
    <>
      <Text size="sm" fw={600} mb={4}>
        {t('rules.forThese')}
      </Text>
      {/* What scrolls must be reachable by keyboard; the links in it are. */}
      <ul className={classes.companies}>
        {simulation.thirdParties.map(({ thirdpartyId, name, dossierTypeCodes }) => (
          <li key={thirdpartyId}>
            <Link to="/account/$accountId/thirdparties/$thirdpartyId" params={{ accountId, thirdpartyId }}>
              {name ?? t('portfolio.unnamed')}
            </Link>
            <span className={classes.dim}>{dossierTypeCodes.map(labelOf).join(', ')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
