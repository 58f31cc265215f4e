import { Anchor, Kbd, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import {
  IconBuildings,
  IconCalendarDue,
  IconChecklist,
  IconMailForward,
  IconRoute,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/button-link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'
import { Surface } from '../../ui/surface.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import classes from './help.module.css'

const steps = [
  { name: 'add', to: '/account/$accountId/thirdparties', hash: 'add', Icon: IconBuildings },
  { name: 'rules', to: '/account/$accountId/rules', hash: '', Icon: IconRoute },
  { name: 'invite', to: '/account/$accountId/thirdparties', hash: '', Icon: IconMailForward },
  { name: 'review', to: '/account/$accountId/review', hash: '', Icon: IconChecklist },
  { name: 'follow', to: '/account/$accountId/forecast', hash: '', Icon: IconCalendarDue },
] as const

const terms = ['thirdparty', 'dossier', 'document', 'answer', 'indicator', 'journal'] as const
const keys = [
  ['J', 'next'],
  ['K', 'previous'],
  ['A', 'approve'],
  ['R', 'reject'],
  ['?', 'all'],
] as const

export function Help() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  return (
    <>
      <PageHeader title={t('help.title')} lead={t('help.lead')} />
      <ol className={classes.steps}>
        {steps.map(({ name, to, hash, Icon }) => (
          <li key={name}>
            <Surface className={classes.step}>
              <Icon size={26} stroke={1.6} aria-hidden="true" className={classes.icon} />
              <Title order={2} size="h5">
                {t(`help.steps.${name}.title`)}
              </Title>
              <Text size="sm" className={classes.detail}>
                {t(`help.steps.${name}.detail`)}
              </Text>
              <ButtonLink variant="default" size="xs" to={to} hash={hash} params={{ accountId }}>
                {t(`help.steps.${name}.action`)}
              </ButtonLink>
            </Surface>
          </li>
        ))}
      </ol>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Panel title={t('help.words')}>
          <Facts
            facts={terms.map((name) => ({
              label: t(`help.terms.${name}.term`),
              value: t(`help.terms.${name}.meaning`),
            }))}
          />
        </Panel>
        <Stack gap="md">
          <Panel title={t('help.shortcuts')}>
            <Facts
              facts={keys.map(([key, name]) => ({ label: t(`help.keys.${name}`), value: <Kbd>{key}</Kbd> }))}
            />
          </Panel>
          <Panel title={t('help.integrators')} help={t('help.integratorsDetail')}>
            <Anchor href="/docs" target="_blank" rel="noreferrer" fw={600} size="sm">
              {t('help.reference')}
            </Anchor>
          </Panel>
        </Stack>
      </SimpleGrid>
    </>
  )
}
