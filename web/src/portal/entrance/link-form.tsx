import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { Problem } from '../parts/problem.tsx'
import { entranceApi } from '../portal-api.ts'
import { useTexts } from '../texts.tsx'
import classes from './entrance.module.css'

const looksLikeAddress = /^\S+@\S+\.\S+$/

/** The answer is the same whether the address is known or not: a stranger learns nothing from it. */
export function LinkForm() {
  const { t } = useTexts()
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const attempt = useMutation({
    mutationFn: (address: string) => entranceApi.post('/portal/api/links', { body: { email: address } }),
  })
  if (attempt.isSuccess) return <LinkSent email={email.trim()} onAnother={attempt.reset} />

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const isWrong = !looksLikeAddress.test(email.trim())
    setWrong(isWrong)
    if (isWrong) field.current?.focus()
    else attempt.mutate(email.trim())
  }

  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      {attempt.isError && <Problem title={t.door.failed} error={attempt.error} />}
      <TextInput
        ref={field}
        size="md"
        type="email"
        name="email"
        autoComplete="email"
        label={t.door.email}
        description={t.door.emailHelp}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={wrong && t.door.emailWrong}
      />
      <Button type="submit" size="md" loading={attempt.isPending}>
        {t.door.send}
      </Button>
    </form>
  )
}

function LinkSent({ email, onAnother }: { email: string; onAnother: () => void }) {
  const { t } = useTexts()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={classes.form}>
      <Notice tone="good" live="polite" title={t.door.sentTitle}>
        <span className={classes.email}>{t.door.sentDetail(email)}</span>
      </Notice>
      <Button variant="default" size="md" onClick={onAnother}>
        {t.door.another}
      </Button>
    </div>
  )
}
