import { Button, Text } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { canUsePasskeys } from '../../parts/second-factor/passkey.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { AddPasskey } from './add-passkey.tsx'
import { AddTotp } from './add-totp.tsx'
import { NewRecoveryCodes, RecoveryCodes } from './recovery-codes.tsx'
import classes from './security.module.css'
import { keysAfterFactorChange, factorsQuery, type Factor } from './security.queries.ts'

type Open = { kind: 'totp' | 'passkey' | 'newCodes' } | { kind: 'codes'; codes: readonly string[] }

export function FactorsPanel() {
  const { t } = useTranslation()
  const query = useQuery(factorsQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  // The first factor brings recovery codes, which are shown this once.
  const showCodes = (codes: readonly string[] | undefined) =>
    setOpen(codes === undefined ? null : { kind: 'codes', codes })
  const factors = query.data?.content ?? []
  const plus = <IconPlus size={16} aria-hidden="true" />
  return (
    <Panel
      title={t('security.factors')}
      help={t('security.factorsHelp')}
      actions={
        <>
          <Button size="sm" variant="default" leftSection={plus} onClick={() => setOpen({ kind: 'totp' })}>
            {t('security.addTotp')}
          </Button>
          {canUsePasskeys() && (
            <Button
              size="sm"
              variant="default"
              leftSection={plus}
              onClick={() => setOpen({ kind: 'passkey' })}
            >
              {t('security.addPasskey')}
            </Button>
          )}
        </>
      }
    >
      {query.isError && (
        <ProblemAlert
          title={t('security.factorsFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && factors.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('security.noFactors')}
        </Text>
      )}
      {factors.length > 0 && <FactorList factors={factors} />}
      {factors.length > 0 && (
        <CodesLine left={query.data?.recoveryCodesLeft ?? 0} onRenew={() => setOpen({ kind: 'newCodes' })} />
      )}
      {open?.kind === 'totp' && <AddTotp onClose={close} onAdded={showCodes} />}
      {open?.kind === 'passkey' && <AddPasskey onClose={close} onAdded={showCodes} />}
      {open?.kind === 'newCodes' && <NewRecoveryCodes onClose={close} onMade={showCodes} />}
      {open?.kind === 'codes' && <RecoveryCodes codes={open.codes} onClose={close} />}
    </Panel>
  )
}

function FactorList({ factors }: { factors: readonly Factor[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [removing, setRemoving] = useState<Factor | null>(null)
  return (
    <ul className={classes.rows} aria-label={t('security.factors')}>
      {factors.map((factor) => {
        const Icon = factor.kind === 'TOTP' ? IconDeviceMobile : IconFingerprint
        const used =
          factor.lastUsedAt === null
            ? t('security.neverUsed')
            : t('security.lastUsed', { when: format.moment(factor.lastUsedAt) })
        return (
          <li key={factor.factorId} className={classes.row}>
            <Icon size={22} stroke={1.6} aria-hidden="true" className={classes.icon} />
            <div className={classes.words}>
              <span className={classes.name}>{factor.name}</span>
              <span className={classes.detail}>
                {t(`security.kind.${factor.kind}`)} ·{' '}
                {t('security.added', { day: format.day(factor.createdAt) })} · {used}
              </span>
            </div>
            <Button
              size="xs"
              variant="default"
              aria-label={t('security.removeNamed', { name: factor.name })}
              onClick={() => setRemoving(factor)}
            >
              {t('common.remove')}
            </Button>
          </li>
        )
      })}
      {removing !== null && (
        <RemoveFactor factor={removing} isLast={factors.length === 1} onClose={() => setRemoving(null)} />
      )}
    </ul>
  )
}

interface RemoveProps {
  factor: Factor
  isLast: boolean
  onClose: () => void
}

function RemoveFactor({ factor: { factorId, name }, isLast, onClose }: RemoveProps) {
  const { t } = useTranslation()
  const remove = useApiMutation({
    mutationFn: () => api.delete('/me/second-factors/{factorId}', { path: { factorId } }),
    successMessage: t('security.removed', { name }),
    invalidates: keysAfterFactorChange,
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('security.removeTitle', { name })}
      detail={t(isLast ? 'security.removeLast' : 'security.removeDetail')}
      confirm={t('common.remove')}
      tone="danger"
      onConfirm={() => remove.mutate()}
      pending={remove.isPending}
    />
  )
}

function CodesLine({ left, onRenew }: { left: number; onRenew: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.codesLine}>
      <Text size="sm">{t('security.codesLeft', { count: left })}</Text>
      <Button size="xs" variant="default" onClick={onRenew}>
        {t('security.newCodes')}
      </Button>
    </div>
  )
}
