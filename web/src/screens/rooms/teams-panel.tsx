import { Button, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Body } from '../../api/index.ts'
import { WishList } from '../../parts/alerts/wish-list.tsx'
import type { Subscription } from '../../parts/alerts/wishes.ts'
import type { Team } from '../../parts/people/teams.queries.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import classes from './rooms.module.css'
import { alertedTeamsQuery, teamAlertsQuery } from './rooms.queries.ts'

const mostWishes = 20

export function TeamsPanel({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(alertedTeamsQuery(accountId))
  const teams = query.data?.pages.flatMap(({ content }) => content) ?? []
  return (
    <Panel title={t('rooms.teams')} help={t('rooms.teamsHelp')}>
      {query.isError && (
        <ProblemAlert
          title={t('rooms.teamsFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <Skeleton height={48} />}
      {query.isSuccess && teams.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('rooms.teamsNone')}
        </Text>
      )}
      <ul className={classes.teams}>
        {teams.map((team) => (
          <TeamEntry key={team.teamId} accountId={accountId} team={team} />
        ))}
      </ul>
      <LoadMore query={query} />
    </Panel>
  )
}

function TeamEntry({ accountId, team }: { accountId: number; team: Team }) {
  const { t } = useTranslation()
  const [opened, { toggle }] = useDisclosure(false)
  const id = useId()
  return (
    <li className={classes.team}>
      <div className={classes.teamHead}>
        <span className={classes.name}>
          <span>{team.name}</span>
          <span className={classes.host}>{t('rooms.members', { count: team.members.length })}</span>
        </span>
        <Button
          variant="default"
          size="sm"
          aria-label={t('rooms.chooseFor', { name: team.name })}
          aria-expanded={opened}
          aria-controls={id}
          onClick={toggle}
        >
          {t('rooms.choose')}
        </Button>
      </div>
      <div id={id}>{opened && <TeamWishes accountId={accountId} team={team} />}</div>
    </li>
  )
}

/** What a team is told is changed in place and saved as a whole. */
function TeamWishes({ accountId, team: { teamId, name } }: { accountId: number; team: Team }) {
  const { t } = useTranslation()
  const query = useQuery(teamAlertsQuery(accountId, teamId))
  const [draft, setDraft] = useState<Subscription[] | null>(null)
  const wishes = draft ?? query.data ?? []
  const save = useApiMutation({
    mutationFn: () =>
      api.account(accountId).put('/teams/{teamId}/alert-subscriptions', {
        path: { teamId },
        body: { subscriptions: wishes } as Body<'putTeamAlertSubscriptions'>,
      }),
    successMessage: t('rooms.teamSaved', { name }),
    invalidates: [['team-alerts', accountId, teamId]],
    onSuccess: () => setDraft(null),
  })
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('rooms.teamsFailed')} error={query.error} onRetry={retry} />
  }
  if (query.isPending) return <Skeleton height={60} />
  return (
    <div className={classes.teamWishes}>
      <WishList
        wishes={wishes}
        onChange={setDraft}
        none={t('rooms.teamNone')}
        isTeam
        isFull={wishes.length >= mostWishes}
        mayChange
      />
      <Button
        className={classes.save}
        loading={save.isPending}
        disabled={draft === null}
        onClick={() => save.mutate()}
      >
        {t('common.save')}
      </Button>
    </div>
  )
}
