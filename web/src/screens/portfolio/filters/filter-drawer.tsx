import { Button, Divider, Drawer, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PartyInput } from '../../../parts/owners/party-input.tsx'
import type { Portfolio } from '../list/use-portfolio.ts'
import type { AttributeDefinition } from '../portfolio.queries.ts'
import { AttributeFilter } from './attribute-filter.tsx'
import { EventFilter } from './event-filter.tsx'
import { ExpiryFilter } from './expiry-filter.tsx'
import { OwnFilters } from './own-filters.tsx'
import { RatingFilters } from './rating-filter.tsx'

interface Props {
  opened: boolean
  onClose: () => void
  portfolio: Portfolio
  definitions: readonly AttributeDefinition[]
}

/** Every filter of the list. What is chosen counts at once, so that the rows behind tell whether it helps. */
export function FilterDrawer({ opened, onClose, portfolio, definitions }: Props) {
  const { t } = useTranslation()
  const others = definitions.filter(({ code }) => code !== 'CRITICALITY')
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={380}
      title={<Text fw={650}>{t('portfolio.filter.title')}</Text>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      overlayProps={{ backgroundOpacity: 0.2 }}
    >
      <Stack gap="md">
        <OwnFilters portfolio={portfolio} definitions={definitions} />
        <PartyInput
          accountId={portfolio.accountId}
          label={t('owners.owner')}
          placeholder={t('owners.filter.anybody')}
          withMine
          value={portfolio.search['owner'] ?? null}
          onChange={(owner) => portfolio.change({ owner })}
        />
        <ExpiryFilter portfolio={portfolio} />
        <Divider label={t('portfolio.filter.ratings')} labelPosition="left" />
        <RatingFilters portfolio={portfolio} />
        <Divider label={t('portfolio.filter.happened')} labelPosition="left" />
        <EventFilter portfolio={portfolio} />
        {others.length > 0 && <Divider label={t('portfolio.filter.attributes')} labelPosition="left" />}
        {others.map((definition) => (
          <AttributeFilter key={definition.code} definition={definition} portfolio={portfolio} />
        ))}
        <Group justify="space-between" mt="xs">
          <Button variant="subtle" onClick={portfolio.clearFilters}>
            {t('common.clearFilters')}
          </Button>
          <Button onClick={onClose}>{t('portfolio.filter.show')}</Button>
        </Group>
      </Stack>
    </Drawer>
  )
}
