import { Text, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../form-dialog/form-dialog.tsx'

interface Props {
  title: string
  help: string
  /** What is asked for; by default a reason. */
  label?: string
  submit: string
  danger?: boolean
  pending: boolean
  error: Error | null
  onSubmit: (reason: string) => void
  onClose: () => void
  children?: ReactNode
}

/** A deed that takes a reason. */
export function ReasonDialog({ title, help, label, submit, onSubmit, onClose, ...props }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      submit={submit}
      onSubmit={() => onSubmit(reason.trim())}
      pending={props.pending}
      error={props.error}
      disabled={reason.trim() === ''}
      danger={props.danger === true}
    >
      <Text size="sm">{help}</Text>
      {props.children}
      <Textarea
        label={label ?? t('findings.reason')}
        required
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
