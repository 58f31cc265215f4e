import { Input, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { currentLanguage, languages, type Language } from '../../../i18n/index.ts'
import classes from './add.module.css'

export interface ContactDraft {
  email: string
  firstName: string
  lastName: string
  language: Language
}

export const emptyContact = (): ContactDraft => ({
  email: '',
  firstName: '',
  lastName: '',
  language: currentLanguage(),
})

/** Whether somebody is meant at all. */
export const isContactFilled = ({ email, firstName, lastName }: ContactDraft): boolean =>
  `${email}${firstName}${lastName}`.trim() !== ''

interface Props {
  contact: ContactDraft
  tried: boolean
  onChange: (contact: ContactDraft) => void
}

/** Whom to write to; the invitation leaves by itself once something is asked of the company. */
export function ContactFields({ contact, tried, onChange }: Props) {
  const { t } = useTranslation()
  const isWrong = tried && isContactFilled(contact) && !contact.email.includes('@')
  const field = (name: 'email' | 'firstName' | 'lastName', label: string) => ({
    label,
    value: contact[name],
    autoComplete: 'off',
    maxLength: name === 'email' ? 254 : 100,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...contact, [name]: event.currentTarget.value }),
  })
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{t('add.contact')}</legend>
      <Text size="sm" c="dimmed">
        {t('add.contactHelp')}
      </Text>
      <div className={classes.two}>
        <TextInput
          {...field('email', t('add.email'))}
          type="email"
          inputMode="email"
          error={isWrong && t('add.emailMissing')}
        />
        <Input.Wrapper label={t('add.language')} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t('add.language')}
            value={contact.language}
            onChange={(language) => onChange({ ...contact, language: language as Language })}
            data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          />
        </Input.Wrapper>
        <TextInput {...field('firstName', t('add.firstName'))} />
        <TextInput {...field('lastName', t('add.lastName'))} />
      </div>
    </fieldset>
  )
}
