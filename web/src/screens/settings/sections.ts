import {
  IconAdjustments,
  IconBellRinging,
  IconDoorExit,
  IconDatabaseImport,
  IconFileDescription,
  IconFolders,
  IconHistory,
  IconKey,
  IconNetwork,
  IconLogin2,
  IconRobot,
  IconSitemap,
  IconBuildingCommunity,
  IconRubberStamp,
  IconUserCheck,
  IconUserSearch,
  IconUsersGroup,
  IconShieldCheck,
  IconTags,
  IconTrash,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import type { Right } from '../../api/index.ts'

const base = '/account/$accountId/settings'

/** The sections by group, with the right that lets somebody read them. */
export const sectionGroups = [
  {
    group: 'evaluation',
    sections: [
      { name: 'document-types', to: `${base}/document-types`, Icon: IconFileDescription, right: 'read' },
      { name: 'dossier-types', to: `${base}/dossier-types`, Icon: IconFolders, right: 'read' },
      { name: 'evaluation', to: `${base}/evaluation`, Icon: IconAdjustments, right: 'read' },
      { name: 'automatic-checks', to: `${base}/automatic-checks`, Icon: IconRobot, right: 'read' },
      { name: 'attributes', to: `${base}/attributes`, Icon: IconTags, right: 'read' },
      { name: 'screening', to: `${base}/screening`, Icon: IconUserSearch, right: 'read' },
      { name: 'policies', to: `${base}/policies`, Icon: IconShieldCheck, right: 'read' },
      { name: 'seal-trust', to: `${base}/seal-trust`, Icon: IconRubberStamp, right: 'read' },
    ],
  },
  {
    group: 'people',
    sections: [
      { name: 'users', to: `${base}/users`, Icon: IconUsers, right: 'administer' },
      { name: 'clients', to: `${base}/clients`, Icon: IconKey, right: 'administer' },
      { name: 'units', to: `${base}/units`, Icon: IconSitemap, right: 'administer' },
      { name: 'owners', to: `${base}/owners`, Icon: IconUserCheck, right: 'read' },
      { name: 'addresses', to: `${base}/addresses`, Icon: IconNetwork, right: 'administer' },
      { name: 'sign-in', to: `${base}/sign-in`, Icon: IconLogin2, right: 'administer' },
      {
        name: 'single-sign-on',
        to: `${base}/single-sign-on`,
        Icon: IconBuildingCommunity,
        right: 'administer',
      },
      { name: 'provisioning', to: `${base}/provisioning`, Icon: IconUsersGroup, right: 'administer' },
      { name: 'administration', to: `${base}/administration`, Icon: IconHistory, right: 'audit' },
    ],
  },
  {
    group: 'exchange',
    sections: [
      { name: 'webhooks', to: `${base}/webhooks`, Icon: IconWebhook, right: 'audit' },
      { name: 'alerts', to: `${base}/alerts`, Icon: IconBellRinging, right: 'administer' },
      { name: 'datahub', to: `${base}/datahub`, Icon: IconDatabaseImport, right: 'read' },
    ],
  },
  {
    group: 'data',
    sections: [
      { name: 'retention', to: `${base}/retention`, Icon: IconTrash, right: 'read' },
      { name: 'leaving', to: `${base}/leaving`, Icon: IconDoorExit, right: 'administer' },
    ],
  },
] as const satisfies readonly {
  group: string
  sections: readonly { name: string; to: string; Icon: unknown; right: Right }[]
}[]

export type Section = (typeof sectionGroups)[number]['sections'][number]
export type SectionName = Section['name']
