import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { EraseDialog } from './erase-dialog.tsx'
import classes from './retention.module.css'

const consequences = ['contacts', 'mails', 'forms', 'journal', 'stays'] as const

export function ErasePerson({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const isAddress = /^\S+@\S+$/.test(email.trim())
  function ask(event: FormEvent) {
    event.preventDefault()
    if (isAddress) setConfirming(true)
  }
  function close(isDone: boolean) {
    setConfirming(false)
    if (isDone) setEmail('')
  }
  return (
    <div className={classes.erase}>
      <form onSubmit={ask} className={classes.form}>
        <TextInput
          w="100%"
          label={t('retention.email')}
          description={t('retention.emailHelp')}
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          {...(isAddress && { c: 'var(--mantine-color-error)' })}
          disabled={!isAddress}
        >
          {t('retention.look')}
        </Button>
      </form>
      <div className={classes.consequences}>
        <p>{t('retention.consequences.title')}</p>
        <ul>
          {consequences.map((key) => (
            <li key={key}>{t(`retention.consequences.${key}`)}</li>
          ))}
        </ul>
      </div>
      {isConfirming && <EraseDialog accountId={accountId} email={email.trim()} onClose={close} />}
    </div>
  )
}
