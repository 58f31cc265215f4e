import { Skeleton, Switch } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, type Answer } from '../../api/index.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useRights } from '../../ui/use-rights.ts'
import classes from './evaluation.module.css'
import { evaluationOptionsQuery } from '../../parts/catalogue/catalogue.queries.ts'

type Options = Answer<'getEvaluationOptions'>

const groups = [
  { name: 'asking', options: ['autoInvite', 'askOtherContacts', 'requestRenewals', 'autoRenew'] },
  { name: 'deciding', options: ['autoAccept', 'separateDuties', 'secondReviewer', 'struckOffInvalidates'] },
] as const

export function EvaluationOptions() {
  const { t } = useTranslation()
  const options = useQuery(evaluationOptionsQuery(useAccountId()))
  return (
    <>
      <PageHeader title={t('evaluation.title')} lead={t('evaluation.lead')} />
      {options.isError ? (
        <ProblemAlert
          title={t('evaluation.loadFailed')}
          error={options.error}
          onRetry={() => void options.refetch()}
        />
      ) : (
        groups.map(({ name, options: names }) => (
          <section key={name} className={classes.group} aria-label={t(`evaluation.${name}`)}>
            <h2 className={classes.title}>{t(`evaluation.${name}`)}</h2>
            <Surface>
              {names.map((option) => (
                <Option key={option} name={option} options={options.data ?? null} />
              ))}
            </Surface>
          </section>
        ))
      )}
    </>
  )
}

function Option({ name, options }: { name: keyof Options; options: Options | null }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer } = useRights(accountId)
  const queries = useQueryClient()
  const { queryKey } = evaluationOptionsQuery(accountId)
  const changing = useApiMutation({
    mutationFn: (value: boolean) =>
      api.account(accountId).patch('/evaluation-options', { body: { [name]: value } }),
    successMessage: t('common.saved'),
    onSuccess: (answer) => queries.setQueryData(queryKey, answer),
  })
  if (options === null) return <Skeleton height={52} className={classes.option} />
  // The wish shows at once; a refusal puts the switch back and says why.
  const visible = changing.isPending ? changing.variables : options[name]
  return (
    <Switch
      className={classes.option}
      label={t(`evaluation.${name}`)}
      description={t(`evaluation.${name}Help`)}
      checked={visible}
      disabled={!administer}
      onChange={(event) => changing.mutate(event.currentTarget.checked)}
    />
  )
}
