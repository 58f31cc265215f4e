import { Progress, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/index.ts'
import { useFormat } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { ThemeLabel } from '../../../ui/theme-label.tsx'
import { themesQuery } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import classes from './overview.module.css'

type Coverage = Answer<'listThemeCoverage'>['content'][number]

export function ThemesPanel() {
  const { t } = useTranslation()
  const query = useQuery(themesQuery(useThirdPartyIds()))
  return (
    <Panel title={t('thirdparty.themes.title')} help={t('thirdparty.themes.help')}>
      {query.isPending && <Skeleton height={228} />}
      {query.isError && (
        <ProblemAlert
          title={t('thirdparty.partFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && (
        <ul className={classes.themes}>
          {query.data.map((coverage) => (
            <ThemeRow key={coverage.theme} coverage={coverage} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function ThemeRow({ coverage }: { coverage: Coverage }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { theme, label, required, valid, percentage, nextExpiry } = coverage
  const detail = t('thirdparty.themes.detail', { valid, required })
  return (
    <li className={classes.theme}>
      <ThemeLabel theme={theme} />
      {percentage === null ? (
        <span className={classes.note}>{t('thirdparty.themes.notAsked')}</span>
      ) : (
        <>
          <span className={classes.share}>{format.percent(percentage / 100)}</span>
          <Progress value={percentage} size="sm" aria-label={`${label}: ${detail}`} className={classes.bar} />
          <span className={classes.note}>
            {detail}
            {nextExpiry !== null &&
              ` · ${t('thirdparty.themes.nextExpiry', { date: format.date(nextExpiry) })}`}
          </span>
        </>
      )}
    </li>
  )
}
