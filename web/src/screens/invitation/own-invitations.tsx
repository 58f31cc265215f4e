import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, meQuery, renewSession, type OwnInvitation } from '../../api/index.ts'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { useSignOut } from '../shell/use-sign-out.ts'
import { Entrance } from '../sign-in/entrance.tsx'
import { InvitedRoles } from './invited-roles.tsx'

/** The invitations that wait for whoever is signed in; also the home of a person who is in no account yet. */
export function OwnInvitations() {
  const { t } = useTranslation()
  usePageTitle(t('invitation.ownTitle'))
  const { data: me } = useQuery(meQuery)
  const waiting = useQuery({
    queryKey: ['own-invitations'],
    queryFn: ({ signal }) => api.get('/me/invitations', { signal }),
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
      {invitations?.length === 0 && (
        <div>
          <Text>{t('invitation.none')}</Text>
          <Text size="sm" c="dimmed">
            {t('invitation.noneDetail')}
          </Text>
        </div>
      )}
      {invitations?.map((one) => (
        <PendingInvitation key={one.invitationId} invitation={one} />
      ))}
      <NextSteps isMember={(me?.accounts.length ?? 0) > 0} />
    </Entrance>
  )
}

function PendingInvitation({ invitation }: { invitation: OwnInvitation }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { invitationId, accountName, roles } = invitation
  const answer = (verb: 'accept' | 'decline') =>
    api.post(`/me/invitations/{invitationId}/${verb}`, { path: { invitationId } })
  const accept = useApiMutation({
    mutationFn: async () => {
      const before = await queries.ensureQueryData(meQuery)
      await answer('accept')
      // The token in hand does not name the new account yet.
      await renewSession()
      const after = await queries.fetchQuery({ ...meQuery, staleTime: 0 })
      return after.accounts.find((one) => !before.accounts.some((old) => old.accountId === one.accountId))
    },
    successMessage: t('invitation.joined', { account: accountName }),
    onSuccess: (joined) => {
      const to = joined === undefined ? '/' : `/account/${joined.accountId}`
      void navigate({ to, replace: true })
    },
  })
  const decline = useApiMutation({
    mutationFn: () => answer('decline'),
    successMessage: t('invitation.declinedTitle'),
    invalidates: [['own-invitations']],
  })
  return (
    <Panel title={accountName}>
      <Stack gap="md">
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
    </Panel>
  )
}

function NextSteps({ isMember }: { isMember: boolean }) {
  const { t } = useTranslation()
  const leave = useMutation({ mutationFn: useSignOut({ returnTo: '/invitations' }) })
  return (
    <>
      {isMember && (
        <Button component={Link} to="/" variant="default">
          {t('invitation.toWork')}
        </Button>
      )}
      <Button variant="subtle" color="gray" loading={leave.isPending} onClick={() => leave.mutate()}>
        {t('shell.signOut')}
      </Button>
    </>
  )
}
