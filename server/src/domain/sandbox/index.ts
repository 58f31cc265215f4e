export { advanceSandbox, atOnce, oneByOne, type DailyStep } from './advance.task.ts'
export { readClock } from './clock.ts'
export { clockRoutes } from './clock.routes.ts'
