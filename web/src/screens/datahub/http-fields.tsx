import { Checkbox, NumberInput, PasswordInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ProviderDraft } from './provider-draft.ts'
import classes from './datahub.module.css'

interface Props {
  draft: ProviderDraft
  onChange: (part: Partial<ProviderDraft>) => void
  /** The header under which a credential is sent today. */
  knownHeader: string | null
}

export function HttpFields({ draft, onChange, knownHeader }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        label={t('datahub.baseUrl')}
        description={t('datahub.baseUrlHelp')}
        placeholder="https://api.example.com/v1"
        type="url"
        maxLength={500}
        value={draft.baseUrl}
        onChange={(event) => onChange({ baseUrl: event.currentTarget.value })}
      />
      <TextInput
        label={t('datahub.path')}
        description={t('datahub.pathHelp')}
        placeholder="companies/{siren}/score"
        maxLength={500}
        value={draft.path}
        onChange={(event) => onChange({ path: event.currentTarget.value })}
      />
      <NumberInput
        label={t('datahub.pollHours')}
        min={1}
        max={8760}
        allowDecimal={false}
        value={draft.pollHours}
        onChange={(value) => onChange({ pollHours: Number(value) })}
      />
      <Credential draft={draft} onChange={onChange} knownHeader={knownHeader} />
    </>
  )
}

function Credential({ draft, onChange, knownHeader }: Props) {
  const { t } = useTranslation()
  const help = [t('datahub.credentialHelp'), ...(knownHeader === null ? [] : [t('datahub.credentialKept')])]
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label={t('datahub.header')}
          maxLength={100}
          disabled={draft.dropAuth}
          value={draft.authHeader}
          onChange={(event) => onChange({ authHeader: event.currentTarget.value })}
        />
        <PasswordInput
          label={t('datahub.credential')}
          placeholder={knownHeader === null ? '' : '••••••••'}
          autoComplete="new-password"
          maxLength={4000}
          disabled={draft.dropAuth}
          value={draft.authValue}
          visibilityToggleButtonProps={{ 'aria-hidden': true }}
          onChange={(event) => onChange({ authValue: event.currentTarget.value })}
        />
      </div>
      <p className={classes.where}>{help.join(' ')}</p>
      {knownHeader !== null && (
        <Checkbox
          label={t('datahub.dropCredential')}
          checked={draft.dropAuth}
          onChange={(event) => onChange({ dropAuth: event.currentTarget.checked })}
        />
      )}
    </>
  )
}
