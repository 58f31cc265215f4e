import { Button, VisuallyHidden } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from './copy-text.ts'

const confirmedFor = 2_500

export function CopyButton({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const { start } = useTimeout(() => setCopied(false), confirmedFor)
  async function copy() {
    if (!(await copyText(value))) return
    setCopied(true)
    start()
  }
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={15} aria-hidden="true" />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{copied ? t('common.copied') : t('common.copy')}</span>
      <VisuallyHidden>: {label}</VisuallyHidden>
    </Button>
  )
}
