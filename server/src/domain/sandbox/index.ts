export { advanceSandbox, atOnce, oneByOne, type DailyStep } from './advance.task.ts'
export { readClock, startJourney } from './clock.ts'
export { clockRoutes } from './clock.routes.ts'
