import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Bilingual } from './catalogue.queries.ts'

interface Props {
  label: string
  value: Bilingual
  onChange: (value: Bilingual) => void
  multiline?: boolean
  maxLength?: number
  /** Whether to say what is missing. */
  tried?: boolean
}

const languages = ['fr', 'en'] as const

/** What third parties read, in both languages: neither may be forgotten. */
export function BilingualField({ multiline = false, tried = false, ...props }: Props) {
  const { label, value, onChange, maxLength } = props
  const { t } = useTranslation()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      {languages.map((language) => {
        const shared = {
          label: t(`catalogue.in.${language}`, { label }),
          value: value[language],
          ...(maxLength !== undefined && { maxLength }),
          error: tried && value[language].trim() === '' && t('catalogue.missing'),
          onChange: (event: { currentTarget: { value: string } }) =>
            onChange({ ...value, [language]: event.currentTarget.value }),
        }
        return multiline ? (
          <Textarea key={language} autosize minRows={2} maxRows={6} {...shared} />
        ) : (
          <TextInput key={language} {...shared} />
        )
      })}
    </SimpleGrid>
  )
}
