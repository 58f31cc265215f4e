export {
  announcementEvents,
  type AnnouncedStatus,
  type Announcement,
  type AnnouncementKind,
  type AnnouncementOutcome,
  type AnnouncementProvider,
} from './announcement.ts'
export { statusFromAnnouncements } from './announced-status.ts'
export { bodacc } from './bodacc.ts'
export { announcementOf, companiesNamed } from './bodacc.record.ts'
export { BodaccRecord } from './bodacc.schema.ts'
