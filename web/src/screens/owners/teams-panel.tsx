import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { teamsQuery, type Team } from '../../parts/people/teams.queries.ts'
import { partyText } from '../../parts/owners/party.ts'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import classes from './owners.module.css'
import { TeamActions } from './team-actions.tsx'
import { AddTeam } from './team-dialogs.tsx'

interface Props {
  accountId: number
  mayChange: boolean
}

export function TeamsPanel({ accountId, mayChange }: Props) {
  const { t } = useTranslation()
  const [adding, { open, close }] = useDisclosure(false)
  const add = (
    <Button variant="default" size="xs" onClick={open}>
      {t('owners.teamList.add')}
    </Button>
  )
  return (
    <Panel title={t('owners.teams')} help={t('owners.teamList.help')} actions={mayChange ? add : undefined}>
      <TeamList accountId={accountId} mayChange={mayChange} />
      {adding && <AddTeam accountId={accountId} onClose={close} />}
    </Panel>
  )
}

function TeamList({ accountId, mayChange }: Props) {
  const { t } = useTranslation()
  const query = useQuery(teamsQuery(accountId))
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('owners.teamList.loadFailed')} error={query.error} onRetry={retry} />
  }
  if (query.data === undefined) return <Skeleton height={90} />
  if (query.data.length === 0) {
    return (
      <TeachingState
        icon={<IconUsersGroup size={32} stroke={1.6} />}
        title={t('owners.teamList.emptyTitle')}
        detail={t('owners.teamList.emptyDetail')}
      />
    )
  }
  return (
    <ul className={classes.list} aria-label={t('owners.teams')}>
      {query.data.map((team) => (
        <TeamRow key={team.teamId} accountId={accountId} team={team} mayChange={mayChange} />
      ))}
    </ul>
  )
}

const mostNames = 8

function TeamRow({ accountId, team, mayChange }: Props & { team: Team }) {
  const { t } = useTranslation()
  const { teamId, name, members } = team
  const names = members.map((one) =>
    one.active ? one.name : t('owners.teamList.suspended', { name: one.name }),
  )
  const more = names.length - mostNames
  const listed = names.slice(0, mostNames).join(', ')
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.quiet}>
          {names.length === 0 && t('owners.teamList.none')}
          {more > 0 ? t('owners.rules.andMore', { list: listed, count: more }) : listed}
        </span>
      </div>
      <div className={classes.side}>
        <Link
          to="/account/$accountId/thirdparties"
          params={{ accountId }}
          search={{ owner: partyText({ userId: null, teamId }) }}
          className={classes.link}
        >
          {t('owners.teamList.see')}
        </Link>
        {mayChange && <TeamActions accountId={accountId} team={team} />}
      </div>
    </li>
  )
}
