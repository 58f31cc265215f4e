import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call, meQuery, renewSession, signOut, type OwnInvitation } from '../../api/index.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { useAct } from '../../ui/use-act.ts'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { Entrance } from '../sign-in/entrance.tsx'
import { InvitedRoles } from './invited-roles.tsx'

/** The invitations that wait for whoever is signed in; also the home of a person who is in no account yet. */
export function OwnInvitations() {
  const { t } = useTranslation()
  usePageTitle(t('invitation.ownTitle'))
  const { data: me } = useQuery(meQuery)
  const waiting = useQuery({
    queryKey: ['own-invitations'],
    queryFn: ({ signal }) => call<{ content: OwnInvitation[] }>('/me/invitations', { signal }),
  })
  const invitations = waiting.data?.content
  return (
    <Entrance title={t('invitation.ownTitle')} lead={me?.email ?? ''}>
      {waiting.isError && (
        <ProblemAlert
          title={t('invitation.failed')}
          error={waiting.error}
          onRetry={() => void waiting.refetch()}
        />
      )}
      {invitations?.length === 0 && <Text>{t('invitation.none')}</Text>}
      {invitations?.map((one) => (
        <Waiting key={one.invitationId} invitation={one} />
      ))}
      <WayOn isMember={(me?.accounts.length ?? 0) > 0} />
    </Entrance>
  )
}

function Waiting({ invitation }: { invitation: OwnInvitation }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { invitationId, accountName, roles } = invitation
  const answer = (verb: 'accept' | 'decline') =>
    call(`/me/invitations/${invitationId}/${verb}`, { method: 'POST' })
  const accept = useAct({
    act: async () => {
      await answer('accept')
      // The token in hand does not name the new account yet.
      await renewSession()
      await queries.fetchQuery({ ...meQuery, staleTime: 0 })
    },
    done: t('invitation.joined', { account: accountName }),
    onDone: () => void navigate({ to: '/', replace: true }),
  })
  const decline = useAct({
    act: () => answer('decline'),
    done: t('invitation.declinedTitle'),
    refresh: [['own-invitations']],
  })
  return (
    <Surface>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {accountName}
        </Title>
        <InvitedRoles roles={roles} />
        <Group>
          <Button loading={accept.isPending} onClick={() => accept.mutate()}>
            {t('invitation.join')}
          </Button>
          <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate()}>
            {t('invitation.decline')}
          </Button>
        </Group>
      </Stack>
    </Surface>
  )
}

function WayOn({ isMember }: { isMember: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const leave = useAct({ act: signOut, onDone: () => void navigate({ to: '/sign-in' }) })
  if (isMember) {
    return (
      <Button component={Link} to="/" variant="default">
        {t('invitation.toWork')}
      </Button>
    )
  }
  return (
    <Button variant="subtle" color="gray" onClick={() => leave.mutate()}>
      {t('invitation.leave')}
    </Button>
  )
}
