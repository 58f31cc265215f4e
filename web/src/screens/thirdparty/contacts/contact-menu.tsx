import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots, IconPencil, IconSend, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/index.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useApiMutation } from '../../../ui/use-api-mutation.ts'
import { companyKey, type Contact } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { contactName } from './contact-name.ts'

interface Props {
  contact: Contact
  onChange: () => void
}

function useContactActs(contact: Contact) {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const path = { ...ids, contactId: contact.contactId }
  const refresh = [companyKey(ids)]
  const invite = useApiMutation({
    mutationFn: () =>
      api.account(ids.accountId).post('/thirdparties/{thirdpartyId}/contacts/{contactId}/invite', { path }),
    successMessage: t('contacts.invited', { name: contactName(contact) }),
    invalidates: refresh,
  })
  const remove = useApiMutation({
    mutationFn: () =>
      api.account(ids.accountId).delete('/thirdparties/{thirdpartyId}/contacts/{contactId}', { path }),
    successMessage: t('contacts.deleted'),
    invalidates: refresh,
  })
  return { invite, remove }
}

export function ContactMenu({ contact, onChange }: Props) {
  const { t } = useTranslation()
  const { invite, remove } = useContactActs(contact)
  const [isRemoving, removing] = useDisclosure(false)
  const name = contactName(contact)
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={240}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            loading={invite.isPending}
            aria-label={t('contacts.actionsFor', { name })}
          >
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {contact.state !== 'BOUNCED' && (
            <Menu.Item leftSection={<IconSend size={16} />} onClick={() => invite.mutate()}>
              {contact.invitedAt === null ? t('contacts.invite') : t('contacts.inviteAgain')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={onChange}>
            {t('common.change')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={16} />} onClick={removing.open}>
            {t('contacts.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isRemoving}
        onClose={removing.close}
        title={t('contacts.deleteTitle', { name })}
        detail={t('contacts.deleteDetail')}
        confirm={t('contacts.deleteConfirm')}
        tone="danger"
        pending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: removing.close })}
      />
    </>
  )
}
