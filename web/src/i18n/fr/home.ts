import { dashboard } from './dashboard.ts'
import { events } from './events.ts'
import { forecast } from './forecast.ts'
import { labels } from './labels.ts'
import { status } from './status.ts'
import { timeline } from './timeline.ts'

/** What the first page behind the door says. */
export const home = {
  dashboard,
  events,
  forecast,
  labels,
  status,
  timeline,
}
