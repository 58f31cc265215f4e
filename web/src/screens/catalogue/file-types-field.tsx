import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const office = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'
/** What the product can inspect, by the name people know it by. */
const names: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/tiff': 'TIFF',
  [`${office}.wordprocessingml.document`]: 'Word (.docx)',
  [`${office}.spreadsheetml.sheet`]: 'Excel (.xlsx)',
  [`${openDocument}.text`]: 'OpenDocument (.odt)',
  [`${openDocument}.spreadsheet`]: 'OpenDocument (.ods)',
  'text/csv': 'CSV',
  'text/plain': 'TXT',
}

export const fileTypeName = (type: string) => names[type] ?? type

interface Props {
  value: string[]
  onChange: (value: string[]) => void
  tried: boolean
}

export function FileTypesField({ value, onChange, tried }: Props) {
  const { t } = useTranslation()
  const known = new Set([...Object.keys(names), ...value])
  return (
    <MultiSelect
      label={t('catalogue.fileTypes')}
      data={[...known].map((type) => ({ value: type, label: fileTypeName(type) }))}
      value={value}
      error={tried && value.length === 0 && t('catalogue.noFileType')}
      onChange={onChange}
    />
  )
}
