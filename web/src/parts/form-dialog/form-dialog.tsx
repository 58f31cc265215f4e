import { Button, Group, Modal, Stack, Text, type ModalProps } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'

interface Props {
  opened: boolean
  onClose: () => void
  title: string
  /** The deed, in its own verb. */
  submit: string
  onSubmit: () => void
  pending: boolean
  /** Told beside what was typed, which stays. */
  error?: Error | null
  disabled?: boolean
  danger?: boolean
  size?: ModalProps['size']
  children: ReactNode
}

/** A form in a dialog: Enter sends it, a refusal is told inside it. */
export function FormDialog(props: Props) {
  const { t } = useTranslation()
  const { opened, onClose, title, submit, onSubmit, pending, error = null, size = 'md' } = props
  useFocusBack(opened)
  function send(event: FormEvent) {
    event.preventDefault()
    // A form around the dialog must not take it for its own.
    event.stopPropagation()
    if (!pending && props.disabled !== true) onSubmit()
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={size}
      title={<Text fw={650}>{title}</Text>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      // What was typed is lost by the button or the key only, not by a click beside it.
      closeOnClickOutside={false}
    >
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          {props.children}
          {error !== null && <ProblemAlert title={t('common.notDone')} error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button
              type="submit"
              loading={pending}
              disabled={props.disabled === true}
              color={props.danger === true ? 'red.8' : 'petrol'}
            >
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
