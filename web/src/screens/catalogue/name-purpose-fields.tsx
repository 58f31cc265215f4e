import { useTranslation } from 'react-i18next'
import { BilingualField } from './bilingual-field.tsx'
import type { Bilingual } from './catalogue.queries.ts'

interface Props {
  name: Bilingual
  purpose: Bilingual
  onName: (name: Bilingual) => void
  onPurpose: (purpose: Bilingual) => void
  tried: boolean
}

/** What a type is called, and why it is asked. */
export function NamePurposeFields({ name, purpose, onName, onPurpose, tried }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <BilingualField
        label={t('catalogue.name')}
        maxLength={200}
        value={name}
        tried={tried}
        onChange={onName}
      />
      <BilingualField
        label={t('catalogue.purpose')}
        multiline
        maxLength={1_000}
        value={purpose}
        tried={tried}
        onChange={onPurpose}
      />
    </>
  )
}
