import { Switch, TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function OptionsInput(props: { value: string[]; onChange: (value: string[]) => void }) {
  const { t } = useTranslation()
  return (
    <TagsInput
      label={t('attributes.options')}
      description={t('attributes.optionsHelp')}
      splitChars={[]}
      maxTags={200}
      value={props.value}
      onChange={props.onChange}
    />
  )
}

export function RequiredSwitch(props: { value: boolean; onChange: (value: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <Switch
      label={t('attributes.required')}
      description={t('attributes.requiredHelp')}
      checked={props.value}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  )
}
