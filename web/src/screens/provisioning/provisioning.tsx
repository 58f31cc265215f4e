import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AskAdministrator } from '../../parts/roles/ask-administrator.tsx'
import { Copyable } from '../../parts/secrets/copyable.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { DefaultRole } from './default-role.tsx'
import { DirectoryGroups } from './directory-groups.tsx'
import { DirectoryPeople } from './directory-people.tsx'
import classes from './provisioning.module.css'
import { Tokens } from './tokens.tsx'

/** How the directory of the company keeps the people of the account. */
export function Provisioning() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer } = useRights(accountId)
  return (
    <>
      <PageHeader title={t('provisioning.title')} lead={administer ? t('provisioning.lead') : undefined} />
      {administer ? (
        <div className={classes.page}>
          <Connect />
          <Tokens accountId={accountId} />
          <DirectoryGroups accountId={accountId} />
          <DefaultRole accountId={accountId} />
          <DirectoryPeople accountId={accountId} />
        </div>
      ) : (
        <AskAdministrator detail={t('provisioning.reserved')} />
      )}
    </>
  )
}

function Connect() {
  const { t } = useTranslation()
  const address = `${window.location.origin}/scim/v2`
  return (
    <Panel title={t('provisioning.connect')} help={t('provisioning.connectHelp')}>
      <Stack gap="md">
        <Copyable label={t('provisioning.address')} value={address} />
        {/* The flag makes Entra ID keep to the standard. */}
        <Copyable label={t('provisioning.addressEntra')} value={`${address}?aadOptscim062020`} />
      </Stack>
    </Panel>
  )
}
