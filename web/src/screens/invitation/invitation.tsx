import { Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  acceptInvitation,
  declineInvitation,
  isProblem,
  readInvitation,
  type InvitationOffer,
} from '../../api/index.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { NewPasswordForm } from '../set-password/new-password-form.tsx'
import { useLinkToken } from '../set-password/use-link-token.ts'
import { Entrance } from '../sign-in/entrance.tsx'
import { InvitedRoles } from './invited-roles.tsx'

/** Where the link of an invitation leads: what is offered, and the two answers. */
export function Invitation() {
  const { t } = useTranslation()
  const token = useLinkToken('/invitation')
  usePageTitle(t('invitation.pageTitle'))
  const offer = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => readInvitation(token ?? ''),
    enabled: token !== null,
    retry: (failures, error) => failures < 2 && isProblem(error) && error.status === 503,
    // The token is worth a membership: nothing of it stays in memory once the page is left.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (token === null) return <DeadEnd reason="incomplete" />
  if (isProblem(offer.error, 'INVITATION_INVALID')) return <DeadEnd reason="invalid" />
  if (!offer.data) {
    return (
      <Entrance title={t('invitation.title')} lead={t('invitation.lead')}>
        {offer.error && (
          <ProblemAlert
            title={t('invitation.failed')}
            error={offer.error}
            onRetry={() => void offer.refetch()}
          />
        )}
      </Entrance>
    )
  }
  return <Offer token={token} offer={offer.data} />
}

function Offer({ token, offer }: { token: string; offer: InvitationOffer }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [declined, setDeclined] = useState(false)
  const [refused, setRefused] = useState(false)
  const decline = useMutation({
    mutationFn: () => declineInvitation(token),
    onSuccess: () => setDeclined(true),
    onError: (error) => setRefused(isProblem(error, 'INVITATION_INVALID')),
  })
  if (refused) return <DeadEnd reason="invalid" />
  if (declined) return <DeadEnd reason="declined" />
  const { accountName, email, roles, needs } = offer
  return (
    <Entrance
      title={t('invitation.offer', { account: accountName })}
      lead={t('invitation.offerLead', { email })}
    >
      <InvitedRoles roles={roles} />
      {needs === 'PASSWORD' ? (
        <>
          <Text size="sm">{t('invitation.choose')}</Text>
          <NewPasswordForm
            submit={t('invitation.accept')}
            send={(password) => acceptInvitation(token, password)}
            username={email}
            onDone={() =>
              void navigate({ to: '/sign-in', search: { accepted: true }, state: { email }, replace: true })
            }
            onRefused={() => setRefused(true)}
          />
        </>
      ) : (
        <>
          <Text size="sm">{t('invitation.needsSignIn', { email })}</Text>
          <Button component={Link} to="/invitations" state={{ email }} size="md">
            {t('invitation.toSignIn')}
          </Button>
        </>
      )}
      {decline.isError && <ProblemAlert title={t('invitation.failed')} error={decline.error} />}
      <Button variant="default" size="md" loading={decline.isPending} onClick={() => decline.mutate()}>
        {t('invitation.decline')}
      </Button>
    </Entrance>
  )
}

function DeadEnd({ reason }: { reason: 'invalid' | 'incomplete' | 'declined' }) {
  const { t } = useTranslation()
  const tone = reason === 'invalid' ? 'bad' : reason === 'declined' ? 'info' : 'warning'
  return (
    <Entrance title={t('invitation.title')} lead={t('invitation.lead')}>
      <Notice tone={tone} live="assertive" title={t(`invitation.${reason}Title`)}>
        {t(`invitation.${reason}Detail`)}
      </Notice>
      <Button component={Link} to="/sign-in" variant="default" size="md">
        {t('setPassword.toSignIn')}
      </Button>
    </Entrance>
  )
}
