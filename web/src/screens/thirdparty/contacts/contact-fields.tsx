import { MultiSelect, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { themes } from '../../../ui/theme-label.tsx'
import classes from './contacts.module.css'
import type { useContactForm } from './use-contact-form.ts'

type Form = ReturnType<typeof useContactForm>

export function ContactFields({ form: { draft, set, fault } }: { form: Form }) {
  const { t } = useTranslation()
  return (
    <div className={classes.fields}>
      <TextInput
        label={t('contacts.firstName')}
        maxLength={100}
        value={draft.firstName}
        onChange={(event) => set({ firstName: event.currentTarget.value })}
      />
      <TextInput
        label={t('contacts.lastName')}
        maxLength={100}
        value={draft.lastName}
        onChange={(event) => set({ lastName: event.currentTarget.value })}
      />
      <TextInput
        label={t('contacts.email')}
        type="email"
        required
        maxLength={254}
        value={draft.email}
        error={fault}
        onChange={(event) => set({ email: event.currentTarget.value })}
        className={classes.wide}
      />
      <Choices draft={draft} set={set} />
    </div>
  )
}

function Choices({ draft, set }: Pick<Form, 'draft' | 'set'>) {
  const { t } = useTranslation()
  const languages = (['fr', 'en'] as const).map((value) => ({
    value,
    label: t(`contacts.languages.${value}`),
  }))
  return (
    <>
      <Select
        label={t('contacts.language')}
        data={languages}
        allowDeselect={false}
        value={draft.language}
        onChange={(value) => value !== null && set({ language: value })}
      />
      <MultiSelect
        label={t('contacts.themes')}
        placeholder={draft.themes.length === 0 ? t('contacts.allThemes') : ''}
        data={themes.map((value) => ({ value, label: t(`labels.theme.${value}`) }))}
        value={draft.themes}
        onChange={(value) => set({ themes: value })}
      />
    </>
  )
}
