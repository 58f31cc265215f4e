import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './clients.module.css'

type Key = Record<string, unknown>

interface Props {
  value: string
  onChange: (value: string) => void
}

const example = '{ "keys": [{ "kty": "OKP", "crv": "Ed25519", "kid": "2026-11", "x": "…" }] }'

/** Public keys as the client's own software shows them. */
export function KeysInput({ value, onChange }: Props) {
  const { t } = useTranslation()
  const isUnread = value.trim() !== '' && readKeys(value) === null
  return (
    <Textarea
      label={t('clients.keys')}
      description={t('clients.keysHelp')}
      placeholder={example}
      autosize
      minRows={4}
      maxRows={12}
      spellCheck={false}
      autoComplete="off"
      classNames={{ input: classes.code }}
      value={value}
      error={isUnread && t('clients.keysUnread')}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** A key set, or one key alone; null when the text is neither. The server judges what is in it. */
export function readKeys(text: string): { keys: Key[] } | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    if (!('keys' in value)) return 'kty' in value ? { keys: [{ ...value }] } : null
    const { keys } = value
    return Array.isArray(keys) && keys.every(isObject) ? { keys } : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Key => typeof value === 'object' && value !== null
