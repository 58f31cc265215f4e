import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useId, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api, meQuery, type Body, type Me } from '../../api/index.ts'
import { chooseLanguage, currentLanguage, languages, type Language } from '../../i18n/index.ts'
import { Panel } from '../../ui/panel.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import classes from './security.module.css'

const isLanguage = (value: string | null): value is Language => value !== null && value in languages

export function ProfilePanel({ me }: { me: Me }) {
  const { t } = useTranslation()
  const label = useId()
  const [name, setName] = useState(me.name)
  const [language, setLanguage] = useState<Language>(
    isLanguage(me.language) ? me.language : currentLanguage(),
  )
  const save = useApiMutation({
    mutationFn: (body: Body<'changeMe'>) => api.patch('/me', { body }),
    successMessage: t('common.saved'),
    invalidates: [meQuery.queryKey],
    onSuccess: () => void chooseLanguage(language),
  })
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (name.trim() !== '') save.mutate({ name: name.trim(), language })
  }
  return (
    <Panel title={t('security.profile')} help={t('security.profileHelp')}>
      <form onSubmit={submit} noValidate className={classes.form}>
        <TextInput
          name="name"
          autoComplete="name"
          maxLength={200}
          label={t('security.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={name.trim() === '' && t('security.nameMissing')}
        />
        <div>
          <div id={label} className={classes.label}>
            {t('shell.language')}
          </div>
          <SegmentedControl
            aria-labelledby={label}
            value={language}
            onChange={(value) => setLanguage(value as Language)}
            data={Object.entries(languages).map(([value, text]) => ({
              value,
              label: <span lang={value}>{text}</span>,
            }))}
          />
        </div>
        <Button type="submit" variant="default" loading={save.isPending} className={classes.send}>
          {t('common.save')}
        </Button>
      </form>
    </Panel>
  )
}
