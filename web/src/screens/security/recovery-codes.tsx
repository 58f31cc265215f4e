import { Button, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { Copyable } from '../../parts/secrets/copyable.tsx'
import { SecretDialog } from '../../parts/secrets/secret-dialog.tsx'
import { useSecretMutation } from '../../parts/secrets/use-secret-mutation.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import classes from './security.module.css'
import { factorsQuery } from './security.queries.ts'

/** For the day the phone is lost; on paper they outlive the computer too. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SecretDialog title={t('security.codesTitle')} onClose={onClose}>
      <Text size="sm">{t('security.codesHelp')}</Text>
      <div className={classes.sheet}>
        <Copyable label={t('security.codesLabel')} value={codes.join('\n')} block />
      </div>
      <Button
        variant="default"
        className={classes.send}
        leftSection={<IconPrinter size={18} stroke={1.7} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        {t('security.print')}
      </Button>
    </SecretDialog>
  )
}

interface NewProps {
  onClose: () => void
  onMade: (codes: readonly string[]) => void
}

export function NewRecoveryCodes({ onClose, onMade }: NewProps) {
  const { t } = useTranslation()
  const made = useSecretMutation({
    mutationFn: async () => {
      const { recoveryCodes } = await api.post('/me/recovery-codes')
      onMade(recoveryCodes)
    },
    invalidates: [factorsQuery.queryKey],
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('security.newCodesTitle')}
      detail={t('security.newCodesDetail')}
      confirm={t('security.newCodes')}
      onConfirm={() => made.run()}
      pending={made.pending}
    >
      {made.error !== null && <ProblemAlert title={t('common.notDone')} error={made.error} />}
    </ConfirmDialog>
  )
}
