import { Stack, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** What an account says of its dossier in its own words. Empty means nothing. */
export interface OwnFields {
  reference: string
  description: string
  dueDate: string
  expirationDate: string
}

export const wireOf = (own: OwnFields) => ({
  reference: own.reference.trim() || null,
  description: own.description.trim() || null,
  dueDate: own.dueDate || null,
  expirationDate: own.expirationDate || null,
})

interface Props {
  own: OwnFields
  onChange: (own: OwnFields) => void
}

export function OwnFieldsInput({ own, onChange }: Props) {
  const { t } = useTranslation()
  const field = (name: keyof OwnFields) => ({
    label: t(`dossier.own.${name}`),
    value: own[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...own, [name]: event.currentTarget.value }),
  })
  return (
    <Stack gap="sm">
      <TextInput {...field('dueDate')} type="date" description={t('dossier.own.dueDateHelp')} />
      <TextInput {...field('expirationDate')} type="date" description={t('dossier.own.expirationDateHelp')} />
      <TextInput {...field('reference')} maxLength={200} description={t('dossier.own.referenceHelp')} />
      <Textarea {...field('description')} maxLength={4000} autosize minRows={3} maxRows={10} />
    </Stack>
  )
}
