import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendarShare, IconCalendarDown, IconChevronDown, IconRss } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api, saveFile } from '../../api/index.ts'
import { toast } from '../../ui/toast.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { SubscribeDialog } from './subscribe-dialog.tsx'

/** The due dates in the reader's own calendar: once as a file, or followed for good. */
export function CalendarMenu({ days }: { days: number }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const [opened, { open, close }] = useDisclosure(false)
  function download() {
    api
      .account(accountId)
      .download('/forecast.ics', { query: { days } })
      .then((file) => saveFile(file, 'vigie.ics'))
      .catch((error: unknown) => toast.problem(error, t('common.downloadFailed')))
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconCalendarShare size={17} stroke={1.7} aria-hidden="true" />}
            rightSection={<IconChevronDown size={15} aria-hidden="true" />}
          >
            {t('forecast.calendar')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCalendarDown size={16} aria-hidden="true" />} onClick={download}>
            {t('forecast.download')}
          </Menu.Item>
          <Menu.Item leftSection={<IconRss size={16} aria-hidden="true" />} onClick={open}>
            {t('forecast.subscribe')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened && <SubscribeDialog onClose={close} />}
    </>
  )
}
