export type {
  AnnouncedStatus,
  Announcement,
  AnnouncementKind,
  AnnouncementOutcome,
  AnnouncementProvider,
} from './announcement.ts'
export { announcementEvents } from './announcement-events.ts'
export { statusFromAnnouncements } from './announced-status.ts'
export { bodacc } from './bodacc.ts'
export { announcementOf, companiesNamed } from './bodacc.record.ts'
export { BodaccRecord } from './bodacc.schema.ts'
