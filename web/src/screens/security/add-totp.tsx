import { Anchor, Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { encode } from 'uqr'
import { api, type Answer } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { Copyable } from '../../parts/secrets/copyable.tsx'
import { useSecretMutation } from '../../parts/secrets/use-secret-mutation.ts'
import { NameField } from './name-field.tsx'
import classes from './security.module.css'
import { keysAfterFactorChange } from './security.queries.ts'

const qrSize = 184

interface Props {
  onClose: () => void
  onAdded: (codes: readonly string[] | undefined) => void
}

function useBegunTotp() {
  return useQuery({
    queryKey: ['begun-totp'],
    queryFn: () => api.post('/me/second-factors/totp/begin'),
    // Each answer is another secret: the one on the screen must stay.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

/** The app reads the secret from the screen, and a code of it proves that it did. */
export function AddTotp({ onClose, onAdded }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState(t('security.totpName'))
  const [code, setCode] = useState('')
  const begun = useBegunTotp()
  const digits = code.replaceAll(/\s/g, '')
  const added = useSecretMutation({
    mutationFn: async () => {
      const body = { challenge: begun.data?.challenge ?? '', name: name.trim(), code: digits }
      const { recoveryCodes } = await api.post('/me/second-factors/totp', { body })
      onAdded(recoveryCodes)
    },
    invalidates: keysAfterFactorChange,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('security.addTotp')}
      submit={t('common.add')}
      onSubmit={() => added.run()}
      pending={added.pending}
      error={added.error ?? begun.error}
      disabled={begun.data === undefined || name.trim() === '' || !/^\d{6}$/.test(digits)}
    >
      <Secret begun={begun.data} />
      <CodeField value={code} onChange={setCode} />
      <NameField value={name} onChange={setName} />
    </FormDialog>
  )
}

function Secret({ begun }: { begun: Answer<'beginTotp'> | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      <Text size="sm">{t('security.scan')}</Text>
      <figure className={classes.qr} aria-label={t('security.qrLabel')}>
        {begun === undefined ? <Skeleton width={qrSize} height={qrSize} /> : <QrCode text={begun.uri} />}
      </figure>
      {begun !== undefined && (
        <Anchor href={begun.uri} size="sm" className={classes.onPhone}>
          {t('security.openApp')}
        </Anchor>
      )}
      {begun !== undefined && <Copyable label={t('security.secret')} value={begun.secret} />}
    </>
  )
}

function CodeField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('security.firstCode')}
      description={t('proof.codeHelp')}
      name="one-time-code"
      autoComplete="one-time-code"
      inputMode="numeric"
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Dark on white whatever the page wears: cameras expect it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: 2 }), [text])
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${size} ${size}`}
      width={qrSize}
      height={qrSize}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
