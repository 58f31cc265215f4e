import { Button } from '@mantine/core'
import { IconPlus, IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { useSight } from '../../ui/use-sight.ts'
import { RuleEditor } from './rule-editor.tsx'
import { RuleList } from './rule-list.tsx'
import { rulesQuery } from './rules.queries.ts'

// The address of a rule that is not written yet.
const newRule = 0

export function Rules() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { all: seesAll } = useSight(accountId)
  const manage = useRights(accountId).manage && seesAll
  const { rule: chosen } = useSearch({ from: '/account/$accountId/rules' })
  const navigate = useNavigate({ from: '/account/$accountId/rules' })
  const rules = useQuery(rulesQuery(accountId))
  const open = (rule: number | undefined) => void navigate({ search: rule === undefined ? {} : { rule } })
  const found = rules.data?.find(({ ruleId }) => ruleId === chosen) ?? null

  return (
    <>
      <PageHeader
        title={t('rules.title')}
        lead={seesAll ? t('rules.lead') : `${t('rules.lead')} ${t('units.allRequired')}`}
        actions={
          manage && (
            <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => open(newRule)}>
              {t('rules.add')}
            </Button>
          )
        }
      />
      {rules.isError ? (
        <ProblemAlert
          title={t('rules.loadFailed')}
          error={rules.error}
          onRetry={() => void rules.refetch()}
        />
      ) : rules.data?.length === 0 ? (
        <Surface>
          <TeachingState
            icon={<IconRoute size={32} stroke={1.6} />}
            title={t('rules.emptyTitle')}
            detail={t('rules.emptyDetail')}
          />
        </Surface>
      ) : (
        <RuleList rules={rules.data ?? null} mayChange={manage} onOpen={open} />
      )}
      {(found !== null || chosen === newRule) && (
        <RuleEditor key={chosen} rule={found} mayChange={manage} onClose={() => open(undefined)} />
      )}
    </>
  )
}
