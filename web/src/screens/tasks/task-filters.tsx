import { SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CompanyInput } from '../../parts/companies/company-input.tsx'
import { teamsQuery } from '../../parts/people/teams.queries.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import classes from './tasks.module.css'
import { useTaskSearch } from './task-search.ts'

export function TaskFilters() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { search, change } = useTaskSearch()
  const { data: teams = [] } = useQuery(teamsQuery(accountId))
  return (
    <search className={classes.filters} aria-label={t('common.filter')}>
      <Select
        className={classes.wide}
        label={t('tasks.whose')}
        allowDeselect={false}
        data={[
          { value: 'me', label: t('tasks.forMe') },
          { value: 'all', label: t('tasks.forAll') },
          ...teams.map(({ teamId, name }) => ({
            value: `team:${teamId}`,
            label: t('tasks.forTeam', { name }),
          })),
        ]}
        value={search.whose ?? 'me'}
        onChange={(value) => change({ whose: value === 'me' || value === null ? undefined : value })}
      />
      <CompanyInput
        accountId={accountId}
        className={classes.wide}
        label={t('tasks.about')}
        placeholder={t('tasks.aboutAny')}
        value={search.thirdparty ?? null}
        onChange={(thirdparty) => change({ thirdparty: thirdparty ?? undefined })}
      />
      <SegmentedControl
        aria-label={t('tasks.which')}
        value={search.closed === true ? 'closed' : 'open'}
        data={[
          { value: 'open', label: t('tasks.open') },
          { value: 'closed', label: t('tasks.closed') },
        ]}
        onChange={(value) => change({ closed: value === 'closed' ? true : undefined })}
      />
    </search>
  )
}
