import { Button, Modal, Stack, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { adoptToken, api, joinSession, type ProofInput } from '../../api/index.ts'
import { ProofForm } from '../../parts/second-factor/proof-form.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'

interface Props {
  onProved: () => void
  onCancel: () => void
}

async function passStepUp(body: ProofInput): Promise<void> {
  adoptToken(await api.post('/auth/step-up', { body }))
}

/** Asks who is there before something grave is done; cancelled, it is simply not done. */
export function ProofDialog({ onProved, onCancel }: Props) {
  const { t } = useTranslation()
  const questionQuery = useQuery({
    queryKey: ['step-up-question'],
    queryFn: () => api.post('/auth/step-up/options'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const question = questionQuery.data
  return (
    <Modal
      opened
      onClose={onCancel}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      zIndex={900}
      title={
        <Text fw={650} size="lg">
          {t('proof.title')}
        </Text>
      }
    >
      <Stack gap="md">
        <Text size="sm">{t('proof.detail')}</Text>
        {questionQuery.isError && (
          <ProblemAlert
            title={t('proof.loadFailed')}
            error={questionQuery.error}
            onRetry={() => void questionQuery.refetch()}
          />
        )}
        {typeof question?.start === 'string' && (
          <OrganisationProof start={question.start} onProved={onProved} />
        )}
        {question !== undefined && (
          <ProofForm
            methods={question.methods}
            webauthn={question.webauthn}
            give={({ webauthn, totp, password }) =>
              passStepUp({
                ...(webauthn === undefined ? {} : { challenge: question.challenge, webauthn }),
                ...(totp === undefined ? {} : { totp }),
                ...(password === undefined ? {} : { password }),
              })
            }
            submit={t('proof.confirm')}
            failed={t('proof.failed')}
            onDone={onProved}
            onFailed={() => void questionQuery.refetch()}
          />
        )}
        <Button variant="subtle" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </Stack>
    </Modal>
  )
}

/** Until when each account takes the last proof for fresh: it moves when another is given. */
async function readProofs(): Promise<string> {
  const { accounts } = await api.get('/me')
  return accounts.map(({ stepUp }) => stepUp?.until ?? '').join(' ')
}

/** Whom a provider vouches for proves themselves there anew, in this browser. */
function OrganisationProof({ start, onProved }: { start: string; onProved: () => void }) {
  const { t } = useTranslation()
  const { data: before } = useQuery({
    queryKey: ['step-up-proofs'],
    queryFn: readProofs,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  // Somebody may come back to look something up before they have proved anything.
  const checkProof = async () => {
    if (!(await joinSession())) return
    const now = await readProofs()
    if (now !== before || now.trim() === '') onProved()
  }
  useWindowEvent('focus', () => {
    checkProof().catch(() => undefined)
  })
  return (
    <>
      <Button
        component="a"
        href={`${start}&returnTo=${encodeURIComponent('/app/')}`}
        target="_blank"
        rel="noopener"
      >
        {t('proof.organisation')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('proof.organisationHelp')}
      </Text>
    </>
  )
}
