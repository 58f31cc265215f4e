export const order = {
  up: 'Move up: {{name}} ({{place}} of {{total}})',
  down: 'Move down: {{name}} ({{place}} of {{total}})',
  at: '{{name}} is now number {{place}} of {{total}}',
}
