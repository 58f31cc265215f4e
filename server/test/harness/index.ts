export { testApp, type TestApp } from './app.ts'
