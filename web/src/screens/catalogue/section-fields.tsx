import { Select, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import { BilingualField } from './bilingual-field.tsx'
import type { Bilingual, FormField } from './catalogue.queries.ts'
import { isSameText, isFilled, nothing } from './definition-draft.ts'

interface Props {
  field: FormField
  all: readonly FormField[]
  onChange: (section: Bilingual | undefined) => void
  /** Its name, for all questions under it. */
  onRename: (before: Bilingual, after: Bilingual) => void
  tried: boolean
}

const [none, another] = ['none', 'another']

/** Under which heading of the form a question stands. */
export function SectionFields({ field, all, onChange, onRename, tried }: Props) {
  const { t } = useTranslation()
  const { section } = field
  const sections = sectionsOf(all)
  const place = section === undefined ? -1 : sections.findIndex((one) => isSameText(one, section))
  const isShared = all.filter((one) => one.section && section && isSameText(one.section, section)).length > 1
  function choose(value: string | null) {
    if (value === null) return
    onChange(value === none ? undefined : value === another ? nothing : sections[Number(value)])
  }
  return (
    <>
      <Select
        label={t('catalogue.section')}
        maw={420}
        allowDeselect={false}
        data={[
          { value: none, label: t('catalogue.noSection') },
          ...sections.map((one, index) => ({ value: String(index), label: one[currentLanguage()] })),
          { value: another, label: t('catalogue.newSection') },
        ]}
        value={section === undefined ? none : place < 0 ? another : String(place)}
        onChange={choose}
      />
      {section !== undefined && (
        <BilingualField
          label={t('catalogue.sectionName')}
          maxLength={100}
          value={section}
          tried={tried}
          onChange={(after) => onRename(section, after)}
        />
      )}
      {isShared && (
        <Text size="xs" c="dimmed">
          {t('catalogue.sectionShared')}
        </Text>
      )}
    </>
  )
}

/** Each once, in the order of the form. */
function sectionsOf(fields: readonly FormField[]): Bilingual[] {
  const found: Bilingual[] = []
  for (const { section } of fields)
    if (section && isFilled(section) && !found.some((one) => isSameText(one, section))) found.push(section)
  return found
}
