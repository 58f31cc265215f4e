import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { accountNow } from '../../ui/account-clock.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { sealTrustQuery, type SealRoot } from './seal-trust.queries.ts'
import classes from './seal-trust.module.css'

interface Props {
  accountId: number
  roots: readonly SealRoot[]
  mayChange: boolean
}

/** Certificates that the account trusts by itself. */
export function RootsPanel({ accountId, roots, mayChange }: Props) {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState<SealRoot | null>(null)
  const queries = useQueryClient()
  const removing = useApiMutation({
    mutationFn: (rootId: number) =>
      api.account(accountId).delete('/seal-trust/roots/{rootId}', { path: { rootId } }),
    successMessage: t('sealTrust.removed'),
    onSuccess: () => {
      setLeaving(null)
      void queries.invalidateQueries({ queryKey: sealTrustQuery(accountId).queryKey })
    },
  })
  return (
    <Panel title={t('sealTrust.own')} help={t('sealTrust.ownHelp')}>
      {roots.length === 0 && (
        <Text c="dimmed" mb="md">
          {t('sealTrust.none')}
        </Text>
      )}
      {roots.length > 0 && (
        <ul className={classes.roots}>
          {roots.map((root) => (
            <Root key={root.rootId} root={root} onRemove={mayChange ? () => setLeaving(root) : null} />
          ))}
        </ul>
      )}
      {mayChange && <AddRoot accountId={accountId} />}
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('sealTrust.removeTitle')}
        detail={t('sealTrust.removeDetail', { name: leaving?.subject ?? '' })}
        confirm={t('sealTrust.remove')}
        tone="danger"
        pending={removing.isPending}
        onConfirm={() => leaving && removing.mutate(leaving.rootId)}
      />
    </Panel>
  )
}

function Root({ root, onRemove }: { root: SealRoot; onRemove: (() => void) | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const period = { from: format.day(root.notBefore), until: format.day(root.notAfter) }
  const hasEnded = Date.parse(`${root.notAfter}Z`) < accountNow()
  return (
    <li className={classes.root}>
      <div>
        <p className={classes.subject}>{root.subject}</p>
        <p className={classes.quiet}>
          {t('sealTrust.validity')} {t('sealTrust.period', period)}
          {hasEnded && <strong className={classes.ended}> {t('sealTrust.ended')}</strong>}
          {' · '}
          {root.isAuthority ? t('sealTrust.authority') : t('sealTrust.alone')}
        </p>
        <p className={classes.fingerprint}>
          {t('sealTrust.fingerprint')} <code>{root.fingerprint}</code>
        </p>
      </div>
      {onRemove && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('sealTrust.removeOf', { name: root.subject })}
          onClick={onRemove}
        >
          {t('sealTrust.remove')}
        </Button>
      )}
    </li>
  )
}

function AddRoot({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [pem, setPem] = useState('')
  const adding = useApiMutation({
    mutationFn: (certificate: string) =>
      api.account(accountId).post('/seal-trust/roots', { body: { certificate } }),
    successMessage: t('sealTrust.added'),
    onSuccess: () => {
      setPem('')
      void queries.invalidateQueries({ queryKey: sealTrustQuery(accountId).queryKey })
    },
    silent: true,
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    adding.mutate(pem.trim())
  }
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <Textarea
          label={t('sealTrust.pem')}
          description={t('sealTrust.pemHelp')}
          value={pem}
          onChange={({ currentTarget }) => setPem(currentTarget.value)}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={20_000}
          spellCheck={false}
          styles={{ input: { fontFamily: 'monospace', fontSize: 12.5 } }}
        />
        {adding.error && <ProblemAlert title={t('common.notDone')} error={adding.error} />}
        <Group>
          <Button type="submit" loading={adding.isPending} disabled={pem.trim() === ''}>
            {t('sealTrust.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
