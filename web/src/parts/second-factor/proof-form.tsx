import { Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { PasskeyAnswer, PasskeyQuestion } from '../../api/index.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { canUsePasskeys, signWithPasskey } from './passkey.ts'

const typedMeans = ['totp', 'password', 'recoveryCode'] as const
type TypedMeans = (typeof typedMeans)[number]

export type Proof = { [means in TypedMeans]?: string } & { webauthn?: PasskeyAnswer }

interface Props {
  /** What the server would accept. */
  methods: readonly string[]
  webauthn: PasskeyQuestion['options'] | null
  give: (proof: Proof) => Promise<void>
  /** The deed, in its own verb. */
  submit: string
  failed: string
  onDone: (given: Proof) => void
  /** A passkey signs each question once: after a failure a new one is asked for. */
  onFailed: () => void
}

/** Asks for one proof of who somebody is: a passkey, a code, a recovery code or the password. */
export function ProofForm({ methods, webauthn, give, submit, failed, onDone, onFailed }: Props) {
  const { t } = useTranslation()
  const attempt = useMutation({
    mutationFn: async (typed: Proof | null) => {
      const proof = typed ?? { webauthn: await signWithPasskey(webauthn ?? {}) }
      await give(proof)
      return proof
    },
    retry: false,
    gcTime: 0,
    onSuccess: onDone,
    onError: onFailed,
  })
  const offered = typedMeans.filter((means) => methods.includes(means))
  const hasPasskey = webauthn !== null && canUsePasskeys()
  return (
    <Stack gap="md">
      {attempt.isError && <ProblemAlert title={failed} error={attempt.error} />}
      {hasPasskey && (
        <Button
          size="md"
          data-autofocus={offered.length === 0 ? true : undefined}
          variant={offered.includes('totp') ? 'default' : 'filled'}
          leftSection={<IconFingerprint size={20} stroke={1.7} aria-hidden="true" />}
          loading={attempt.isPending && attempt.variables === null}
          onClick={() => attempt.mutate(null)}
        >
          {t('proof.usePasskey')}
        </Button>
      )}
      {hasPasskey && offered.length > 0 && <Divider label={t('signIn.or')} />}
      <TypedProof
        offered={offered}
        submit={submit}
        pending={attempt.isPending && attempt.variables !== null}
        onSend={(proof) => attempt.mutate(proof)}
      />
    </Stack>
  )
}

interface TypedProps {
  offered: readonly TypedMeans[]
  submit: string
  pending: boolean
  onSend: (proof: Proof) => void
}

function TypedProof({ offered, submit, pending, onSend }: TypedProps) {
  const { t } = useTranslation()
  const [chosen, choose] = useState<TypedMeans | null>(null)
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const means = chosen ?? offered[0]
  if (means === undefined) return null
  // Apps and printed sheets show codes in groups.
  const given = means === 'password' ? text : text.replaceAll(/\s/g, '')
  const isWhole = means === 'totp' ? /^\d{6}$/.test(given) : given.length >= (means === 'password' ? 1 : 8)

  function submitProof(event: SubmitEvent) {
    event.preventDefault()
    setTried(!isWhole)
    if (!isWhole || means === undefined) return
    onSend({ [means]: given })
    setText('')
  }

  function change(next: TypedMeans) {
    choose(next)
    setText('')
    setTried(false)
  }

  return (
    <form onSubmit={submitProof} noValidate>
      <Stack gap="sm">
        <ProofField
          key={means}
          means={means}
          value={text}
          onChange={setText}
          error={tried && !isWhole && t(`proof.missing.${means}`)}
        />
        <Button type="submit" size="md" loading={pending}>
          {submit}
        </Button>
        {offered
          .filter((other) => other !== means)
          .map((other) => (
            <Button key={other} variant="subtle" size="sm" onClick={() => change(other)}>
              {t(`proof.instead.${other}`)}
            </Button>
          ))}
      </Stack>
    </form>
  )
}

interface FieldProps {
  means: TypedMeans
  value: string
  onChange: (text: string) => void
  error: string | false
}

function ProofField({ means, value, onChange, error }: FieldProps) {
  const { t } = useTranslation()
  const common = {
    size: 'md',
    'data-autofocus': true,
    // Whoever gave a password a moment ago goes on typing.
    autoFocus: true,
    // Escape would reach the dialog underneath and close it with what was typed.
    'data-mantine-stop-propagation': 'true',
    label: t(`proof.label.${means}`),
    value,
    error,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  } as const
  if (means === 'password') {
    return (
      <PasswordInput
        {...common}
        name="password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0 }}
      />
    )
  }
  if (means === 'recoveryCode') {
    const description = t('proof.recoveryHelp')
    return <TextInput {...common} name="recovery-code" autoComplete="off" description={description} />
  }
  return (
    <TextInput
      {...common}
      name="one-time-code"
      autoComplete="one-time-code"
      inputMode="numeric"
      description={t('proof.codeHelp')}
    />
  )
}
