/** What is asked before a webhook is switched off or deleted. */
export const HOOK_QUESTIONS = {
  off: {
    verb: 'switchHook',
    title: 'Switch this webhook off?',
    text: 'It receives nothing until it is switched on again. What still waits to be sent is given up; the log stays.',
    button: 'Switch off',
    apiCall: undefined,
  },
  delete: {
    verb: 'deleteHook',
    title: 'Delete this webhook?',
    text: 'It and its log are gone for good. To keep the log, switch it off instead.',
    button: 'Delete',
    apiCall: (id: string) => `DELETE /v1/hooks/${id}`,
  },
} as const
