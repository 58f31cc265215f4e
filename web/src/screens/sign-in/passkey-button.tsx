import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { askPasskey, signInOptionsQuery, signInWithPasskey } from '../../api/index.ts'
import { canUsePasskeys, signWithPasskey } from '../../parts/second-factor/passkey.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'

interface Props {
  /** Where it is known which one somebody wants to enter. */
  account: number | undefined
  onDone: () => void
}

/** A passkey alone: it stands for both factors. Not offered by a browser or an installation that cannot. */
export function PasskeyButton({ account, onDone }: Props) {
  const { t } = useTranslation()
  const { data: options } = useQuery(signInOptionsQuery(account))
  const attempt = useMutation({
    mutationFn: async () => {
      const { challenge, options: question } = await askPasskey()
      await signInWithPasskey(challenge, await signWithPasskey(question))
    },
    retry: false,
    onSuccess: onDone,
  })
  if (options?.passkey !== true || !canUsePasskeys()) return null
  return (
    <>
      {attempt.isError && <ProblemAlert title={t('signIn.failed')} error={attempt.error} />}
      <Button
        variant="default"
        size="md"
        leftSection={<IconFingerprint size={20} stroke={1.7} aria-hidden="true" />}
        loading={attempt.isPending}
        onClick={() => attempt.mutate()}
      >
        {t('signIn.passkey')}
      </Button>
    </>
  )
}
